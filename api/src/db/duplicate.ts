const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because what it writes is there already. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && broken === constraint
}
