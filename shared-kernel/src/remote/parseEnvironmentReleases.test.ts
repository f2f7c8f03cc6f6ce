import { describe, expect, test } from '@jest/globals'
import { deployed, environment } from '../../testing/documents'
import { parseEnvironment } from './parseEnvironment'

const faultsOf = (value: unknown) =>
  parseEnvironment(value).faults.map(({ remote, fault }) => `${remote} | ${fault.message}`)

describe('other releases of a remote', () => {
  const extra = (value: Record<string, unknown>) =>
    environment({ remotes: { users: { ...deployed(), ...value } } })

  test('previous and canary are read like the release itself', () => {
    const value = extra({ previous: deployed({ version: '1.3.0' }), canary: { ...deployed(), percent: 10 } })
    expect(parseEnvironment(value)).toEqual({ environment: value, faults: [] })
  })

  test.each([
    [0, []],
    [100, []],
    [12.5, []],
    [-1, ['users | environment.json, remotes.users.canary.percent: is not between 0 and 100']],
    [101, ['users | environment.json, remotes.users.canary.percent: is not between 0 and 100']],
    ['10', ['users | environment.json, remotes.users.canary.percent: is not a number']],
  ])('include a canary of %p percent', (percent, faults) =>
    expect(faultsOf(extra({ canary: { ...deployed(), percent } }))).toEqual(faults),
  )
})

describe('integrity "off"', () => {
  const files = { 'remoteEntry.5d1f0c2e.js': { bytes: 5 } }
  const remote = (switched: object) => ({
    ...deployed(),
    ...switched,
    release: { ...deployed().release, files, screens: [] },
  })
  const at = (name: string, switched: object) =>
    parseEnvironment(environment({ name, remotes: { users: remote(switched) } }))

  test('is accepted in development, where hashes may be missing', () => {
    const { environment: parsed, faults } = at('development', { integrity: 'off' })
    expect(faults).toEqual([])
    expect(parsed.remotes.users).toMatchObject({ integrity: 'off' })
  })

  test.each([
    ['production', { integrity: 'off' }],
    ['Development', { integrity: 'off' }],
    ['staging', { integrity: 'off' }],
    ['development', {}],
    ['development', { integrity: 'on' }],
    ['development', { integrity: true }],
  ])('is refused in %s with %j, because hashes are required', (name, switched) => {
    const { environment: parsed, faults } = at(name, switched)
    expect(faults.map(({ fault }) => fault.field)).toEqual([
      'remotes.users.release.files.remoteEntry.5d1f0c2e.js.integrity',
    ])
    expect(parsed.remotes).toEqual({})
  })

  test('has no effect outside development if the hashes are there', () => {
    const value = environment({ remotes: { users: { ...deployed(), integrity: 'off' } } })
    expect(parseEnvironment(value).environment.remotes.users).not.toHaveProperty('integrity')
  })
})
