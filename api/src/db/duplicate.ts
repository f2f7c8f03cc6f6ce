const UNIQUE_VIOLATION = '23505'

export function isDuplicate(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && broken === constraint
}
