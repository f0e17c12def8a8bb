/** A picture of the canvas that is moved and scaled, which is much faster than to paint thousands of entities again. */
import type { Camera, Size } from '../layout/camera.ts';

export class Snapshot {
  #canvas: HTMLCanvasElement | undefined;

  /** `taken`: the camera of what is on the canvas when the first picture is taken. */
  show(
    context: CanvasRenderingContext2D,
    { camera, size, taken }: { camera: Camera; size: Size; taken: Camera },
  ): void {
    const snapshot = (this.#canvas ??= copyOf(context.canvas));
    const zoom = camera.scale / taken.scale;
    const left = (size.width / 2) * (1 - zoom) + (taken.x - camera.x) * camera.scale;
    const top = (size.height / 2) * (1 - zoom) + (taken.y - camera.y) * camera.scale;
    context.clearRect(0, 0, size.width, size.height);
    context.drawImage(snapshot, left, top, size.width * zoom, size.height * zoom);
  }

  forget(): void {
    this.#canvas = undefined;
  }
}

function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}
