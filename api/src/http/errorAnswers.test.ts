import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { es } from 'zod/locales'
import { fieldMessage } from './errorAnswers'

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
  // the schema's own words, and the library's
  ['Debe ser un día AAAA-MM-DD', z.iso.date({ error: 'Debe ser un día AAAA-MM-DD' }), 'x'],
  ['Demasiado grande: se esperaba que número fuera <=3', z.number().max(3), 4],
])('a field gets the message %j', (message, schema, input) =>
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]),
)
