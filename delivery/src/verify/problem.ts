/** Why a release may not go into an environment. */
export interface Problem {
  check: 'files' | 'compatibility' | 'screens' | 'budget' | 'container' | 'shared copy' | 'mount'
  /** In words, with the file or the value at fault. */
  what: string
}
