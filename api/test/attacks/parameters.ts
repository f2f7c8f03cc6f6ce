import {
  activityListQuery,
  externalReportQuery,
  internalReportQuery,
  noteListQuery,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import { API_ACCESS } from '../../src/http/accessRules'
import type { Answer } from '../../testing/http'
import { BODIES, send, type Attacker, type Fields } from './calls'

/** One place where a call accepts input. */
export interface Parameter {
  /** The row of the access table. */
  row: string
  where: 'path' | 'query' | 'body' | 'header'
  /** The field's name; for a nested field, both names separated by a dot. */
  name: string
}

const QUERIES = {
  'GET /api/activity': activityListQuery.shape,
  'GET /api/notes': noteListQuery.shape,
  'GET /api/internal/query': internalReportQuery.shape,
  'GET /api/external/query': externalReportQuery.shape,
}
const HEADERS = {
  'GET /api/Users/current': { authorization: true },
  'PUT /api/Machines/:machineId/credit': writeHeaders.shape,
}
/** Used where only the field names of a sample matter, which are the same for every attacker. */
const ANYBODY = {} as Attacker

/** Names of the leaf fields of a body. */
const leavesOf = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value as Fields, `${prefix}${name}.`)
      : [prefix + name],
  )

const named = (row: string, where: Parameter['where'], names: readonly string[]): Parameter[] =>
  names.map((name) => ({ row, where, name }))

const idsOf = (row: string): string[] => [...row.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Every parameter of the calls. */
export const PARAMETERS: readonly Parameter[] = [
  ...Object.keys(API_ACCESS).flatMap((row) => named(row, 'path', idsOf(row))),
  ...Object.entries(QUERIES).flatMap(([row, shape]) => named(row, 'query', Object.keys(shape))),
  ...Object.entries(BODIES).flatMap(([row, { sample }]) => named(row, 'body', leavesOf(sample(ANYBODY)))),
  ...Object.entries(HEADERS).flatMap(([row, shape]) => named(row, 'header', Object.keys(shape))),
]

function replaced(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const inner = rest.length === 0 ? value : replaced(fields[name] as Fields, rest, value)
  return { ...fields, [name]: inner }
}

/** Sends a call that is valid except for one parameter. */
export function attack(
  attacker: Attacker,
  { row, where, name }: Parameter,
  payload: string,
): Promise<Answer> {
  switch (where) {
    case 'path':
      return send(attacker, row, { ids: { [name]: payload } })
    case 'query':
      return send(attacker, row, { query: String(new URLSearchParams({ [name]: payload })) })
    case 'body': {
      const sample = BODIES[row]?.sample(attacker) ?? {}
      return send(attacker, row, { body: replaced(sample, name.split('.'), payload) })
    }
    case 'header': {
      const value = name === 'authorization' ? `Bearer ${payload}` : payload
      // raw UTF-8 bytes, which no browser would send
      return send(attacker, row, { headers: { [name]: Buffer.from(value).toString('latin1') } })
    }
  }
}
