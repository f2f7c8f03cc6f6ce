import { describe, expect, test } from '@jest/globals'
import { entityToWire, field, keysByName, listedField, normaliserOf, type RowOf } from './wireFields'
import { schemaOf, schemaWithDefaults } from './wireFields.schema'
import { readChoice, readInteger, readText } from './wireReaders'

const FIELDS = {
  id: field(['codigo', 'id'], readInteger),
  colour: field('colour', readChoice(['red', 'blue']), 'red'),
  note: field('note', readText, null),
}
const normalise = normaliserOf(FIELDS)

describe('an entity made from its table', () => {
  test.each([
    ['whole', { codigo: 1, colour: 'Blue', note: 'x' }, { id: 1, colour: 'blue', note: 'x' }],
    ['its second name, and nothing else', { codigo: 'x', id: 2 }, { id: 2, colour: 'red', note: null }],
    ['without what it must have', { colour: 'red' }, null],
    ['no record', [1], null],
  ])('%s', (_, wire, expected) => expect(normalise(wire)).toEqual(expected))

  test('is written under the first names', () => {
    expect(entityToWire(FIELDS, { id: 1, colour: 'red', note: null })).toEqual({
      codigo: 1,
      colour: 'red',
      note: null,
    })
    expect(keysByName(FIELDS)).toEqual({ codigo: 'id', colour: 'colour', note: 'note' })
  })
})

test('a row of an older remote may lack a field that was added', () => {
  const fields = {
    id: listedField('id', readInteger, undefined, 'number'),
    note: listedField('note', readText, null, 'text', { added: true }),
  }
  const older: RowOf<typeof fields> = { id: 1 }
  expect(normaliserOf(fields)({ id: 1 })).toEqual({ ...older, note: null })
})

describe('a schema made from the same table', () => {
  const schema = schemaOf(FIELDS, {})

  test.each([
    [{ codigo: 1, colour: 'red', note: null }, true],
    [{ codigo: 1, colour: 'Red', note: null }, false],
    [{ codigo: 1, colour: 'red' }, false],
    [{ id: 1, colour: 'red', note: 'x' }, false],
    [{ codigo: 1.5, colour: 'red', note: 'x' }, false],
  ])('accepts %p: %p', (wire, expected) => expect(schema.safeParse(wire).success).toBe(expected))

  test('fills in optional fields', () => {
    const { id: _id, ...optional } = FIELDS
    expect(schemaWithDefaults(optional, {}).parse({})).toEqual({ colour: 'red', note: null })
  })

  test('requires a schema for a field with its own reader', () => {
    expect(() => schemaOf({ odd: field('odd', () => 1, 0) }, {})).toThrow('odd')
  })
})
