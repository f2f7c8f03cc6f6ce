import { z } from 'zod'
import { readCents } from './cents'
import type { Field, Fields } from './wireFields'
import {
  isChoiceReader,
  readBoolean,
  readFilledText,
  readInteger,
  readNumber,
  readText,
  type Reader,
} from './wireReaders'

type Schema<T> = z.ZodType<T, T>
type NameOf<F> = F extends Field<infer Name> ? Name : never
type ValueOf<F> = F extends Field<string, infer T, infer Missing> ? T | Extract<Missing, null> : never

type Shape<F extends Fields> = { [K in keyof F as NameOf<F[K]>]: Schema<ValueOf<F[K]>> }
type ShapeWithDefaults<F extends Fields> = {
  [K in keyof F as NameOf<F[K]>]: z.ZodDefault<Schema<ValueOf<F[K]>>>
}

const SCHEMAS = new Map<Reader<unknown>, z.ZodType>([
  [readBoolean, z.boolean()],
  [readCents, z.number()],
  [readFilledText, z.string()],
  [readInteger, z.int()],
  [readNumber, z.number()],
  [readText, z.string()],
])

function schemaOfField({ names: [name], read, missing }: Field): z.ZodType {
  const schema = isChoiceReader(read) ? z.enum(read.choices) : SCHEMAS.get(read)
  if (!schema) throw new Error(`The field ${name} needs a schema of its own`)
  return missing === null ? schema.nullable() : schema
}

const shapeOf = (fields: Fields, own: z.ZodRawShape, schemaOfOne: (one: Field) => z.ZodType) =>
  Object.fromEntries(
    Object.values(fields).map((one) => [one.names[0], own[one.names[0]] ?? schemaOfOne(one)]),
  )

/** An entity as the API sends it; `own` replaces or adds fields. */
export const schemaOf = <F extends Fields, Own extends z.ZodRawShape>(fields: F, own: Own) =>
  z.object({ ...shapeOf(fields, own, schemaOfField), ...own } as Omit<Shape<F>, keyof Own> & Own)

/** Like `schemaOf`, but omitted fields get the table's defaults. */
export const schemaWithDefaults = <F extends Fields, Own extends z.ZodRawShape>(fields: F, own: Own) =>
  z.object({
    ...shapeOf(fields, own, (one) => schemaOfField(one).default(one.missing)),
    ...own,
  } as Omit<ShapeWithDefaults<F>, keyof Own> & Own)
