import { expect, it } from 'vitest';
import { checkIdOf, defectNumber, findingId, isFurtherDefect } from './generated.ts';

const property = 'chat.generated/accepts-valid';

it('gives each defect of a property an id of its own, the first that of the property', () => {
  expect([1, 2, 12].map((number) => findingId(property, number))).toEqual([
    property,
    `${property}#2`,
    `${property}#12`,
  ]);
});

it('tells from the id which property and which of its defects it is', () => {
  for (const number of [1, 2, 12]) {
    const finding = { check: findingId(property, number) };
    expect({ of: checkIdOf(finding), number: defectNumber(finding), isFurther: isFurtherDefect(finding) }).toEqual({
      of: property,
      number,
      isFurther: number > 1,
    });
  }
});

it('leaves the id of any other check as it is', () => {
  expect(checkIdOf({ check: 'chat.reply/a#2' })).toBe('chat.reply/a#2');
  expect(isFurtherDefect({ check: 'chat.reply/a#2' })).toBe(false);
});
