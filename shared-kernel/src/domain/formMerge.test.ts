import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fieldPart, mergeForms, type FormPart } from './formMerge'

interface Form {
  name: string
  limit: string
  open: boolean
  games: readonly number[]
}
const PARTS: readonly FormPart<Form>[] = [
  fieldPart('name', 'Name'),
  fieldPart('limit', 'Limit', String, Number),
  fieldPart('open', 'Open', (open) => (open ? 'Yes' : 'No')),
  {
    label: 'Games',
    items: ({ games }) => games,
    nameOf: (id) => `Game ${id}`,
    withItems: (form, games) => ({ ...form, games: games.map(Number) }),
  },
]
const BASE: Form = { name: 'a', limit: '1', open: false, games: [1, 2] }
const merged = (mine: Partial<Form>, theirs: Partial<Form>) =>
  mergeForms(PARTS, BASE, { ...BASE, ...mine }, { ...BASE, ...theirs })
const NONE = new Set<string>()

describe('merging two edits of one form', () => {
  test('accepts and lists what only the other user changed', () => {
    const { taken, asked, formWith } = merged({ name: 'mine' }, { open: true, limit: '5' })
    expect(taken).toEqual([
      { label: 'Limit', text: '5' },
      { label: 'Open', text: 'Yes' },
    ])
    expect(asked).toEqual([])
    expect(formWith(NONE)).toEqual({ ...BASE, name: 'mine', open: true, limit: '5' })
  })

  test('asks about what both users changed, and keeps mine unless theirs is chosen', () => {
    const { taken, asked, formWith } = merged({ name: 'mine', limit: '3' }, { name: 'theirs', limit: '4' })
    expect(taken).toEqual([])
    expect(asked).toEqual([
      { label: 'Name', mine: 'mine', theirs: 'theirs' },
      { label: 'Limit', mine: '3', theirs: '4' },
    ])
    expect(formWith(NONE)).toMatchObject({ name: 'mine', limit: '3' })
    expect(formWith(new Set(['Limit']))).toMatchObject({ name: 'mine', limit: '4' })
  })

  test('ignores equal changes, and the same number written differently', () => {
    const { taken, asked } = merged({ name: 'x', limit: '2' }, { name: 'x', limit: '2.0' })
    expect([taken, asked]).toEqual([[], []])
  })

  test('merges sets of choices item by item', () => {
    const { taken, asked, formWith } = merged({ games: [2, 3, 5] }, { games: [1, 4, 5] })
    expect(taken).toEqual([{ label: 'Games', text: 'added Game 4; removed Game 2' }])
    expect(asked).toEqual([])
    expect(formWith(NONE).games).toEqual([3, 5, 4])
  })

  test('lists only the first few of many items', () => {
    const many = Array.from({ length: 12 }, (_, index) => index + 10)
    expect(merged({}, { games: [...BASE.games, ...many] }).taken[0]!.text).toMatch(
      /^added Game 10, .*Game 17 and 4 more$/,
    )
  })
})

const anyForm = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  limit: fc.constantFrom('1', '2', '3'),
  open: fc.boolean(),
  games: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
})
const VALUES = [
  ['name', 'Name'],
  ['limit', 'Limit'],
  ['open', 'Open'],
] as const

describe('merging arbitrary edits', () => {
  test('keeps what only I changed, accepts what only they changed, and asks about the rest', () => {
    fc.assert(
      fc.property(anyForm, anyForm, anyForm, fc.boolean(), (base, mine, theirs, takeTheirs) => {
        const { asked, taken, formWith } = mergeForms(PARTS, base, mine, theirs)
        const form = formWith(new Set(takeTheirs ? asked.map(({ label }) => label) : []))
        for (const [key, label] of VALUES) {
          const isAsked = asked.some((change) => change.label === label)
          const isTaken = taken.some((change) => change.label === label)
          const [byMe, byThem] = [mine[key] !== base[key], theirs[key] !== base[key]]
          expect(isAsked).toBe(byMe && byThem && mine[key] !== theirs[key])
          expect(isTaken).toBe(byThem && !byMe)
          expect(form[key]).toBe(isTaken || (isAsked && takeTheirs) ? theirs[key] : mine[key])
        }
        for (let game = 0; game <= 4; game += 1) {
          const [before, own, other] = [base, mine, theirs].map(({ games }) => games.includes(game))
          expect(form.games.includes(game)).toBe(own === before ? other : own)
        }
      }),
    )
  })

  test('never saves a value that the user neither changed nor decided on', () => {
    const CLIENTS = 3
    const step = fc.record({
      client: fc.nat(CLIENTS - 1),
      edit: fc.option(fc.record({ form: anyForm, key: fc.constantFrom('name', 'limit', 'open', 'games') })),
      takeTheirs: fc.boolean(),
    })
    fc.assert(
      fc.property(anyForm, fc.array(step, { maxLength: 30 }), (start, steps) => {
        const server = { form: start as Form, version: 1 }
        const clients = Array.from({ length: CLIENTS }, () => ({
          base: server.form,
          form: server.form,
          version: 1,
        }))
        for (const { client: index, edit, takeTheirs } of steps) {
          const client = clients[index]!
          if (edit) {
            client.form = { ...client.form, [edit.key]: edit.form[edit.key] }
            continue
          }
          if (client.version !== server.version) {
            const { asked, formWith } = mergeForms(PARTS, client.base, client.form, server.form)
            client.form = formWith(new Set(takeTheirs ? asked.map(({ label }) => label) : []))
            for (const [key, label] of VALUES) {
              const isTheirs = client.form[key] === server.form[key]
              const isMineAlone = client.base[key] === server.form[key]
              const wasAsked = asked.some((change) => change.label === label)
              expect(isTheirs || isMineAlone || wasAsked).toBe(true)
            }
            client.base = server.form
            client.version = server.version
          }
          server.form = client.form
          server.version += 1
          client.base = client.form
          client.version = server.version
        }
      }),
    )
  })
})
