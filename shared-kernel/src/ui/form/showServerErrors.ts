import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from '../../client/errors'

/** @param fields form fields by server path @returns false if some errors have no field, so the message must be shown */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: Readonly<Record<string, Path<Values>>>,
  setError: UseFormSetError<Values>,
): boolean {
  const said = error instanceof CallError ? error.fieldErrors : []
  const ofFields = said.filter(({ path }) => Object.hasOwn(fields, path))
  ofFields.forEach(({ path, message }, index) =>
    setError(fields[path]!, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  return said.length > 0 && ofFields.length === said.length
}
