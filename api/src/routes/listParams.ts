import {
  detailRow,
  externalReportQuery,
  externalTotalRow,
  internalReportQuery,
  internalTotalRow,
  machineRowResponse,
  posRow,
  ticketRow,
  userResponse,
} from '@console/shared-kernel/schemas'
import { z } from 'zod'
import { id } from './params'

const MAX_ROWS = 1000
const MAX_SEARCH_LENGTH = 100
const rowsMessage = `Debe ser un número de 1 a ${MAX_ROWS}`

const namesOf = (text: string): string[] => text.split(',')

const fieldsMessage = (names: readonly string[]): string =>
  `Debe ser uno o varios, separados por comas, de: ${names.join(', ')}`
const areAmong = (names: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((name) => names.includes(name))

const fieldNames = z.string().transform(namesOf)
const FIELDS = 'Names of fields, with commas between: rows have these and their id alone'

const fieldsOf = (names: readonly string[]) =>
  fieldNames
    .refine((wanted) => areAmong(names, wanted), fieldsMessage(names))
    .optional()
    .describe(FIELDS)

/** The descriptions appear on the API's page. */
const paging = (searched: string) => ({
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
  branch: id
    .optional()
    .describe('A user (the caller or below): their own rows and those of all users below them'),
})

export const userListQuery = z.object({
  ...paging('the names of user and country'),
  fields: fieldsOf(Object.keys(userResponse.shape)),
  level: z
    .string()
    .regex(/^[1-7](,[1-7])*$/, 'Debe ser uno o varios, separados por comas, de: 1 a 7')
    .transform((text) => namesOf(text).map(Number))
    .optional()
    .describe('One or several levels, with commas between'),
})

export const machineListQuery = z.object({
  ...paging('the names of machine and owner, the status or the id'),
  fields: fieldsOf(Object.keys(machineRowResponse.shape)),
})

const REPORT_SEARCHED = 'the name of the machine'

const { shape } = externalReportQuery
const ownedBelow = (level: number): string =>
  `The machines of this user, as a rule of level ${level}, and of everyone below. Several such filters narrow together`
/** Described for the API's page alone: a browser needs no descriptions. */
const reportPeriod = {
  dateFrom: shape.dateFrom.describe('The first day, YYYY-MM-DD in the time zone of the server'),
  dateTo: shape.dateTo.describe('The last day'),
  timeFrom: shape.timeFrom.describe('The first minute of the first day, HH:MM'),
  timeTo: shape.timeTo.describe('The last minute of the last day; all of it counts'),
  subAdminId: shape.subAdminId.describe(ownedBelow(3)),
  distributorId: shape.distributorId.describe(ownedBelow(4)),
  subDistributorId: shape.subDistributorId.describe(ownedBelow(5)),
  clientId: shape.clientId.describe(ownedBelow(6)),
  machineId: shape.machineId.describe('One machine'),
  globalSearch: shape.globalSearch.describe('Has no effect'),
}

// the kernel's schemas are the specified calls, which other clients may rely on
export const internalReportParams = internalReportQuery.safeExtend({
  ...reportPeriod,
  ...paging(REPORT_SEARCHED),
  fields: fieldsOf(Object.keys(internalTotalRow.shape)),
})

const EXTERNAL_FIELDS = {
  Total: Object.keys(externalTotalRow.shape),
  Detail: Object.keys(detailRow.shape),
  Tickets: Object.keys(ticketRow.shape),
  POS: Object.keys(posRow.shape),
}

export const externalReportParams = externalReportQuery
  .safeExtend({
    ...reportPeriod,
    queryType: shape.queryType.describe('Total: a row for each machine. The others: one for each movement'),
    tipoMovs: shape.tipoMovs.describe(
      'Types of movements, with commas between, of Total and Detail: 1 bets, 2 cash in, 3 cash out, 4 jackpots, 5 tickets, 6 point of sale',
    ),
    ...paging(REPORT_SEARCHED),
    // checked below, as the kind of report decides which names there are
    fields: fieldNames.optional().describe(FIELDS),
  })
  .superRefine(({ queryType, fields = [] }, context) => {
    const names = EXTERNAL_FIELDS[queryType]
    if (areAmong(names, fields)) return
    context.addIssue({ code: 'custom', path: ['fields'], message: fieldsMessage(names) })
  })
