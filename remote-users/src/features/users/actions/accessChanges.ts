/** What users above can do about a user's access: requires the feature 'userAccess', the last one 'security'. */
const ACCESS_CHANGES = ['unlock', 'end-sessions', 'reset-factor'] as const
export type AccessChange = (typeof ACCESS_CHANGES)[number]

export const isAccessChange = (action: string): action is AccessChange =>
  ACCESS_CHANGES.some((change) => change === action)
