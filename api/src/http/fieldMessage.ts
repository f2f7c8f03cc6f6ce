import type { z } from 'zod'

const TYPES: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un objeto',
}

const PARTS: Readonly<Record<string, string>> = { string: 'caracteres', array: 'elementos' }

/** What users see of a field. Undefined where the library says it well enough. */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'Falta este dato'
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected]
      return type && `Debe ser ${type}`
    }
    case 'too_big': {
      const parts = PARTS[issue.origin]
      return parts ? `Como máximo ${issue.maximum} ${parts}` : undefined
    }
    case 'too_small': {
      const parts = PARTS[issue.origin]
      if (parts && issue.minimum === 1) return 'No puede estar vacío'
      return parts ? `Como mínimo ${issue.minimum} ${parts}` : undefined
    }
    default:
      return undefined
  }
}
