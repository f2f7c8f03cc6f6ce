import { machineResponse, userResponse } from '@console/shared-kernel/schemas'
import { z } from 'zod'
import { id } from './params'

const MAX_ROWS = 1000
const MAX_SEARCH_LENGTH = 100
const rowsMessage = `Debe ser un número de 1 a ${MAX_ROWS}`

const namesOf = (text: string): string[] => text.split(',')

/** The descriptions appear on the API's page. */
const paging = (names: readonly string[], searched: string) => ({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, { error: rowsMessage, abort: true })
    .transform(Number)
    .refine((rows) => rows >= 1 && rows <= MAX_ROWS, rowsMessage)
    .optional()
    .describe(`Rows of a page, 1 to ${MAX_ROWS}; without it, all. The header Link names the next page`),
  cursor: z.string().max(100).optional().describe('Where a page begins, as the link to it has it'),
  search: z
    .string()
    .max(MAX_SEARCH_LENGTH)
    // PostgreSQL accepts no NUL
    .regex(/^\P{Cc}*$/u, 'No puede contener caracteres de control')
    .optional()
    .describe(`Text in ${searched}; upper case does not count, nor do accents that are not searched for`),
  branch: id.optional().describe('A user, the caller or below: the rows of theirs and of everybody below'),
  fields: z
    .string()
    .transform(namesOf)
    .refine((wanted) => wanted.every((name) => names.includes(name)), {
      error: `Debe ser uno o varios, separados por comas, de: ${names.join(', ')}`,
    })
    .optional()
    .describe('Names of fields, with commas between: rows have these and their id alone'),
})

export const userListQuery = z.object({
  ...paging(Object.keys(userResponse.shape), 'the names of user and country'),
  level: z
    .string()
    .regex(/^[1-7](,[1-7])*$/, 'Debe ser uno o varios, separados por comas, de: 1 a 7')
    .transform((text) => namesOf(text).map(Number))
    .optional()
    .describe('One or several levels, with commas between'),
})

export const machineListQuery = z.object(
  paging(Object.keys(machineResponse.shape), 'the names of machine and owner, the status or the id'),
)
