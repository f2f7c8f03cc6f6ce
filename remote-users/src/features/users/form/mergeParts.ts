import { fieldPart, type FormPart } from '@console/shared-kernel/conflicts'
import type { User } from '@console/shared-kernel/contracts'

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** Fields that are saved with the form and may be changed elsewhere. */
export const USER_PARTS: readonly FormPart<User>[] = [
  fieldPart('isBlocked', 'Status', (isBlocked) => (isBlocked ? 'Bloqueado' : 'Activo')),
  fieldPart('nameClient', 'Client name'),
  fieldPart('quitPass', 'Remove password', yesOrNo),
  fieldPart('blockDisabled', 'Block button disabled', yesOrNo),
  fieldPart('technicianClients', 'Technician clients'),
]
