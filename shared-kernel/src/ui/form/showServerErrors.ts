import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from '../../client/errors'

/** `fields` maps server paths to form fields. False: some have none, and the message is still to be shown. */
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
