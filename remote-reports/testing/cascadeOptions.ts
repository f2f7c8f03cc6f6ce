import type { HierarchyMachine, User } from '@console/shared-kernel/contracts'
import { indexOfRows } from '@console/shared-kernel/testing/page'
import { chosenAbove, LEVELS, type Selection, type UserField } from '../src/features/reports/cascade/cascade'

/** The options of each field under a selection, as the list worker finds them. */
export function cascadeOptions(users: readonly User[], machines: readonly HierarchyMachine[]) {
  const userIndex = indexOfRows('users', users)
  const machineIndex = indexOfRows('hierarchyMachines', machines, (_, userId) => userIndex.branchById(userId))
  return {
    users: (selection: Selection, field: UserField): User[] => {
      const filter = { levels: LEVELS[field], below: chosenAbove(selection, field) }
      return [...userIndex.find({ filter }).indexes].map((at) => users[at]!)
    },
    machines: (selection: Selection): HierarchyMachine[] => {
      const userId = chosenAbove(selection, 'machine')
      const ownerFrom = userId === null ? null : { users: { id: 'users', version: 1 }, userId }
      return [...machineIndex.find({ filter: { ownerFrom } }).indexes].map((at) => machines[at]!)
    },
  }
}
