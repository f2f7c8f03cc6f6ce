import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from '../../client/errors'

/**
 * Puts what the server says of fields under those fields.
 *
 * @param fields the form's field for each path of the server
 * @returns whether all that the server said has found its field; else its message is still to be shown
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: Readonly<Record<string, Path<Values>>>,
  setError: UseFormSetError<Values>,
): boolean {
  const said = error instanceof CallError ? error.fieldErrors : []
  const placed = said.filter(({ path }) => Object.hasOwn(fields, path))
  placed.forEach(({ path, message }, index) =>
    setError(fields[path]!, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  return said.length > 0 && placed.length === said.length
}
