import { describe, expect, test } from '@jest/globals'
import { deployed } from '@console/shared-kernel/testing/node'
import { createScriptGuard } from './federation'

const ENTRY = 'remoteEntry.5d1f0c2e.js'
const MATCHES_NOTHING = `sha384-${'A'.repeat(64)}`

const guard = createScriptGuard(120_000)

/** The script element that the runtime is given for an address. */
function scriptFor(url: string): HTMLScriptElement {
  const answer = guard.plugin.createScript!({ url }) as { script: HTMLScriptElement; timeout: number }
  expect(answer.timeout).toBe(120_000)
  return answer.script
}

const release = { ...deployed(), baseUrl: 'https://static.example.com/a/' }

describe('a script of a remote', () => {
  test('has the hash of its record', () => {
    guard.allow(release)
    const script = scriptFor(`${release.baseUrl}${ENTRY}`)
    expect(script.src).toBe(`${release.baseUrl}${ENTRY}`)
    expect(script.integrity).toBe(release.release.files[ENTRY]!.integrity)
    expect(script.crossOrigin).toBe('anonymous')
  })

  test('has the hash in a later attempt too', () => {
    guard.allow(release)
    const script = scriptFor(`${release.baseUrl}${ENTRY}?r=1`)
    expect(script.src).toBe(`${release.baseUrl}${ENTRY}?r=1`)
    expect(script.integrity).toBe(release.release.files[ENTRY]!.integrity)
  })

  test.each([
    ['a file that the record does not name', `${release.baseUrl}other.js`],
    ['the file at another place', `https://static.example.com/b/${ENTRY}`],
    ['the file on another origin', `https://evil.example/a/${ENTRY}`],
    ['the name as a query', `https://evil.example/x.js?${release.baseUrl}${ENTRY}`],
    ['a property of every object', 'constructor'],
  ])('has a hash that matches nothing: %s', (_, url) => {
    guard.allow(release)
    expect(scriptFor(url).integrity).toBe(MATCHES_NOTHING)
  })

  test('has no hash if the environment switches integrity off', () => {
    const { baseUrl, release: record } = { ...deployed(), baseUrl: 'http://localhost:4101/' }
    guard.allow({ baseUrl, release: record, integrity: 'off' })
    // jsdom does not know the property: it is there only where it was set
    expect(scriptFor(`${baseUrl}${ENTRY}`).integrity).toBeFalsy()
    expect(scriptFor(`${baseUrl}other.js`).integrity).toBe(MATCHES_NOTHING)
  })
})
