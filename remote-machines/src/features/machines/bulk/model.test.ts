import { expect, test } from '@jest/globals'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { largeChange } from '@console/shared-kernel/domain'
import { excludedText, previewCredit, unusualText } from './model'

const machines = normaliseMachines(
  [100, 20, 0, 5, 7.5, 1].map((credit, index) => ({
    idMachine: `m${index}`,
    machineName: `Slot ${index}`,
    credit,
  })),
)

test.each([
  ['1', ' 1 left out: less than $0.00 (Slot 2).'],
  ['7', ' 3 left out: less than $0.00 (Slot 2, Slot 3, Slot 5).'],
  ['50', ' 5 left out: less than $0.00 (Slot 1, Slot 2, Slot 3 and 2 more).'],
  ['0', ' 6 left out: no change.'],
])('after a subtraction of %s the summary says%s', (text, expected) =>
  expect(excludedText(previewCredit(machines, 'subtract', text)!)).toBe(expected),
)

test.each([
  [
    '10',
    'The credit of 6 machines changes by -$73.50 in all. 1 of them would have ten times their credit or more. 1 of them would have a tenth of their credit or less.',
  ],
  [
    '0',
    'The credit of 5 machines changes by -$133.50 in all. 5 of them would have a tenth of their credit or less.',
  ],
])('setting all credits to %s needs to be confirmed: %s', (text, question) =>
  expect(largeChange(previewCredit(machines, 'set', text)!.items)).toBe(question),
)

test('a subtraction that leaves more than a tenth needs no confirmation', () =>
  expect(largeChange(previewCredit(machines, 'subtract', '0.50')!.items)).toBeNull())

test('blocked and offline machines are named, if the server reports them', () => {
  const wire = [
    { idMachine: 'a', machineName: 'A', creditVersion: '1', isConnected: true },
    { idMachine: 'b', machineName: 'B', creditVersion: '1', isConnected: true, block: true },
    { idMachine: 'c', machineName: 'C', creditVersion: '1' },
    { idMachine: 'd', machineName: 'D', creditVersion: '1', block: true },
    { idMachine: 'e', machineName: 'E' },
  ]
  expect(unusualText(normaliseMachines(wire))).toBe(
    '2 blocked (B, D). 2 offline (C, D): they get the change when they connect.',
  )
  expect(unusualText(normaliseMachines([wire[0], wire[4]]))).toBe('')
})
