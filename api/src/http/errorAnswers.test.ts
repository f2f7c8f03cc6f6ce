import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { es } from 'zod/locales'
import { DatabaseUnavailable, OutcomeUnknown } from '../db/failures'
import { errorSender, fieldMessage } from './errorAnswers'

z.config({ ...es(), customError: fieldMessage })

test.each<[string, z.ZodType, unknown]>([
  ['Falta este dato', z.string(), undefined],
  ['Falta este dato', z.enum(['Total']), undefined],
  ['Debe ser un texto', z.string(), ['a', 'b']],
  ['Debe ser un número', z.number(), 'x'],
  ['Debe ser un número entero', z.int(), 1.5],
  ['Debe ser true o false', z.boolean(), 1],
  ['Debe ser una lista', z.array(z.string()), {}],
  ['Debe ser un objeto', z.object({}), null],
  ['Como máximo 3 caracteres', z.string().max(3), 'four'],
  ['Como mínimo 2 caracteres', z.string().min(2), 'a'],
  ['No puede estar vacío', z.string().min(1), ''],
  ['No puede estar vacío', z.array(z.int()).min(1), []],
  ['Como máximo 2 elementos', z.array(z.int()).max(2), [1, 2, 3]],
  // the schema's own message, and the library's
  ['Debe ser un día AAAA-MM-DD', z.iso.date({ error: 'Debe ser un día AAAA-MM-DD' }), 'x'],
  ['Demasiado grande: se esperaba que número fuera <=3', z.number().max(3), 4],
])('a field gets the message %j', (message, schema, input) =>
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]),
)

test.each<[string, Error, unknown[]]>([
  ['that fails', new Error('broken'), ['error', 500, 'request failed']],
  ['of an unknown outcome', new OutcomeUnknown('cut off'), ['error', 504, 'outcome unknown']],
  ['in an outage', new DatabaseUnavailable('away'), ['debug', 503, 'refused by the database']],
])(
  'a call %s is logged with the level and message that the person on call looks for',
  (_, error, expected) => {
    const done: unknown[] = []
    const record = (level: string) => (__: object, message: string) => done.push(level, message)
    const log = { error: record('error'), warn: record('warn'), debug: record('debug') }
    const chain = () => reply
    const reply = {
      code: (status: number) => {
        done.splice(1, 0, status)
        return reply
      },
      ...{ headers: chain, removeHeader: chain, serializer: chain, type: chain, send: chain },
    }
    const outage = { note: (failed: unknown) => failed instanceof DatabaseUnavailable }
    errorSender(outage)(error as never, { id: 'one', log } as never, reply as never)
    expect(done).toEqual(expected)
  },
)
