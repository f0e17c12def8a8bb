/** Values that only a hostile or broken sender produces, for suites that send anything. */
import fc from 'fast-check';

/** Texts that broke other programs. */
export function oddText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udfff', '"', "'", '%', '_', '*', '^', '-', '(', 'NEAR(a b, 1)', 'a:b'],
      ...['AND', 'OR NOT', '"a', "'; DROP TABLE facts; --", '__proto__', 'constructor', '\u202e', '\ufeff', '🧠'],
      ...['1e999', 'NaN', '-1', '9'.repeat(400), '2026-02-30', '9999-12-31', '-271821-04-20T00:00:00Z', '0000-00-00'],
      ...['/etc/passwd', '../../x.json', '/nowhere/x.json', 'file:///x.json', '[[x]]', '<private>', '</private>'],
    ),
    fc.constantFrom(2_001, 20_001, 120_000).map((length) => 'long '.repeat(length / 5)),
  );
}

/** Values that our schemas never accept, or barely accept. */
export function hostile(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, undefined, true, NaN, Infinity, -Infinity, -0, 0, -1, 1.5, 1e308, 2 ** 53 + 2),
    oddText(),
    fc.constantFrom<unknown>([], {}, [[]], [null], { length: 3 }, JSON.parse('{"__proto__": {"isAdmin": true}}')),
    fc.constantFrom(10, 40, 5_000).map(nested),
    fc.constant(Array.from({ length: 5_000 }, (_, place) => `entry ${String(place)}`)),
    fc.jsonValue({ maxDepth: 4 }),
  );
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
