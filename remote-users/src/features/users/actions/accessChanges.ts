/** What a user above does for the access of a user: on servers whose features have 'userAccess', the last 'security'. */
const ACCESS_CHANGES = ['unlock', 'end-sessions', 'reset-factor'] as const
export type AccessChange = (typeof ACCESS_CHANGES)[number]

export const isAccessChange = (action: string): action is AccessChange =>
  ACCESS_CHANGES.some((change) => change === action)
