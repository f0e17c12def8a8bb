/**
 * Arguments generated from a tool's own schema: valid ones, nearly valid ones and hostile ones. Valid ones also use
 * words that the store knows, so that calls get past their checks.
 */
import fc from 'fast-check';
import { hostile, oddText } from '../../support/hostile.ts';

export interface JsonSchema {
  type?: string | readonly string[];
  enum?: readonly string[];
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  minItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

type Arguments = Record<string, unknown>;

/** About half of the arguments are valid; the others are invalid in one place or hostile altogether. */
export function argumentsOf(schema: JsonSchema, words: readonly string[]): fc.Arbitrary<unknown> {
  const valid = objectOf(schema, words);
  return fc.oneof({ weight: 5, arbitrary: valid }, { weight: 5, arbitrary: invalidOnce(valid, schema) }, hostile());
}

function objectOf({ properties = {}, required = [] }: JsonSchema, words: readonly string[]): fc.Arbitrary<Arguments> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field, words)]));
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
}

function valueOf(schema: JsonSchema, words: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, words)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { type } = schema;
  if (typeof type === 'object') return fc.oneof(...type.map((one) => valueOf({ ...schema, type: one }, words)));
  switch (type) {
    case 'string':
      return textOf(words);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, words), { minLength: schema.minItems ?? 0, maxLength: 5 });
    case 'object':
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    case 'integer':
      return fc.oneof(
        fc.integer({ min: minimumOf(schema), max: Math.min(schema.maximum ?? 20, minimumOf(schema) + 20) }),
        fc.constantFrom(minimumOf(schema), schema.maximum ?? 20),
      );
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1, noNaN: true });
    case undefined:
    default:
      throw new Error(`There is no arbitrary for ${JSON.stringify(schema)}; add one here.`);
  }
}

function minimumOf({ minimum, exclusiveMinimum }: JsonSchema): number {
  return minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
}

function textOf(words: readonly string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(...words);
  const some = fc.array(known, { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(' '));
  return fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 4, arbitrary: some },
    { weight: 2, arbitrary: fc.string() },
    fc.string({ unit: 'binary', maxLength: 40 }),
    oddText(),
  );
}

/** Valid except in one place. */
function invalidOnce(
  valid: fc.Arbitrary<Arguments>,
  { properties = {}, required = [] }: JsonSchema,
): fc.Arbitrary<unknown> {
  const names = Object.keys(properties);
  const extra = fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString', 'x'.repeat(5_000))), hostile());
  const added = fc.tuple(valid, extra).map(([given, [name, value]]) => withProperty(given, name, value));
  if (names.length === 0) return added;
  const swapped = fc
    .tuple(valid, fc.constantFrom(...names), hostile())
    .map(([given, name, value]) => withProperty(given, name, value));
  if (required.length === 0) return fc.oneof({ weight: 3, arbitrary: swapped }, added);
  const incomplete = fc
    .tuple(valid, fc.constantFrom(...required))
    .map(([given, name]) => Object.fromEntries(Object.entries(given).filter(([own]) => own !== name)));
  return fc.oneof({ weight: 3, arbitrary: swapped }, added, incomplete);
}

/** Also for `__proto__`, which JSON treats as an ordinary field. */
function withProperty(given: Arguments, name: string, value: unknown): Arguments {
  const copy = { ...given };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}
