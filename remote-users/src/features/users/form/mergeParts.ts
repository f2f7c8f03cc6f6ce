import { fieldPart, type FormPart } from '@console/shared-kernel/conflicts'
import type { User } from '@console/shared-kernel/contracts'

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** What is saved with the form and may be changed elsewhere. */
export const USER_PARTS: readonly FormPart<User>[] = [
  fieldPart('isBlocked', 'Status', (isBlocked) => (isBlocked ? 'Bloqueado' : 'Activo')),
  fieldPart('nameClient', 'Client name'),
  fieldPart('quitPass', 'Password taken away', yesOrNo),
  fieldPart('blockDisabled', 'Block button out of use', yesOrNo),
  fieldPart('technicianClients', 'Clients of the technician'),
]
