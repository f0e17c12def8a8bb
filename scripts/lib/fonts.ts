/**
 * Gives the browser that takes screenshots the same single font family and rendering on every Linux machine. Other
 * systems use their own fonts, and their screenshots cannot be compared.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages, isDebian } from './debian.ts';
import { ScriptError, type Environment } from './programs.ts';

const fontFolders = ['/usr/share/fonts/truetype/dejavu', '/usr/share/fonts/dejavu-sans-fonts', '/usr/share/fonts/TTF'];

const faces = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'];

/** Environment variables for the browser; `folder` may contain its font cache. */
export async function environmentWithFonts(folder: string): Promise<Environment> {
  if (process.platform !== 'linux') return {};
  if (isDebian()) await ensureDebianPackages(['fonts-dejavu-core'], 'Taking pictures');
  const fonts = fontFolders.find((candidate) => existsSync(join(candidate, 'DejaVuSans.ttf')));
  if (fonts === undefined) throw new ScriptError('Taking pictures needs the DejaVu fonts: install them.');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, configuration(fonts, join(folder, 'font-cache')));
  return { FONTCONFIG_FILE: file };
}

function configuration(fonts: string, cache: string): string {
  const standIn = (family: string, font: string): string => `<match target="pattern">
    <test name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit>
  </match>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
  <selectfont>
    <rejectfont><glob>*</glob></rejectfont>
    <acceptfont>${faces.map((file) => `<glob>${join(fonts, file)}</glob>`).join('')}</acceptfont>
  </selectfont>
  ${['sans-serif', 'system-ui'].map((family) => standIn(family, 'DejaVu Sans')).join('\n  ')}
  ${standIn('monospace', 'DejaVu Sans Mono')}
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
}
