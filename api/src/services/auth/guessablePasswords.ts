import { MIN_PASSWORD_LENGTH } from '@console/shared-kernel/contracts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD as DEMO_PASSWORD } from '../../foundation/demoAccounts'
import { foldName } from './userName'

/** In lower case, like the list. Shorter ones are refused for their length. */
const COMMON = new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH))

export type PasswordProblem = 'common' | 'own name'

/** Null for an acceptable password. @param allowDemo accepts the password of the demo accounts */
export function passwordProblem(
  password: string,
  userName: string,
  allowDemo: boolean,
): PasswordProblem | null {
  if (foldName(password) === foldName(userName)) return 'own name'
  if (password === DEMO_PASSWORD) return allowDemo ? null : 'common'
  return COMMON.has(password.toLowerCase()) ? 'common' : null
}
