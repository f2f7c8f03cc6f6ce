import { expect, it } from '@jest/globals'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { leftOutText, previewCredit } from './model'

const machines = normaliseMachines(
  [100, 20, 0, 5, 7.5, 1].map((credit, index) => ({
    idMachine: `m${index}`,
    machineName: `Slot ${index}`,
    credit,
  })),
)

it.each([
  ['1', ' 1 left out: less than $0.00 (Slot 2).'],
  ['7', ' 3 left out: less than $0.00 (Slot 2, Slot 3, Slot 5).'],
  ['50', ' 5 left out: less than $0.00 (Slot 1, Slot 2, Slot 3 and 2 more).'],
  ['0', ' 6 left out: no change.'],
])('after a subtraction of %s the summary says%s', (text, said) =>
  expect(leftOutText(previewCredit(machines, 'subtract', text)!)).toBe(said),
)
