import { describe, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basePort, portOfPackage, ports, REMOTES, remotesIn, standalonePort } from './localPorts'

test('the remotes of a folder are those whose package.json has a port, in order of their ports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-remotes-'))
  const packages = { 'remote-late': { console: { port: 121 } }, 'remote-early': { console: { port: 120 } } }
  for (const [name, content] of Object.entries({ ...packages, 'remote-none': {}, other: {} })) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify(content))
  }
  mkdirSync(join(folder, 'remote-empty'))
  writeFileSync(join(folder, 'remote-notes.md'), 'no folder')
  const found = remotesIn(folder)
  rmSync(folder, { recursive: true })
  expect(Object.entries(found)).toEqual([
    ['early', { port: 120 }],
    ['late', { port: 121 }],
  ])
  expect(ports(5000, found)).toEqual({
    host: 5000,
    remotes: { early: 5120, late: 5121 },
    api: 5200,
    external: 5300,
  })
})

describe('the remotes of a folder', () => {
  const remotesOf = (packages: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'console-remotes-'))
    try {
      for (const [name, text] of Object.entries(packages)) {
        mkdirSync(join(folder, name))
        writeFileSync(join(folder, name, 'package.json'), text)
      }
      return remotesIn(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const withPort = (port: number) => JSON.stringify({ console: { port } })

  test('are rejected if a package.json is not valid JSON, and the error names it', () => {
    expect(() => remotesOf({ 'remote-cut': '{ "name": ' })).toThrow(/remote-cut.package\.json/)
  })

  test('are rejected if two have the same port', () => {
    const packages = {
      'remote-one': withPort(120),
      'remote-other': withPort(120),
      'remote-third': withPort(121),
    }
    expect(() => remotesOf(packages)).toThrow('The remotes one and other have the same port, 120')
  })
})

describe('ports', () => {
  test('of standalone remotes differ from those of a running console, and from one another', () => {
    const all = [...Object.values(ports().remotes), ...REMOTES.map((name) => standalonePort(name))]
    expect(new Set(all).size).toBe(2 * REMOTES.length)
  })

  test.each([
    [undefined, 4000],
    ['', 4000],
    ['  ', 4000],
    ['1', 1],
    [' 5000 ', 5000],
    ['64000', 64000],
  ])('PORT=%j gives the base port %i', (PORT, base) => {
    expect(basePort({ PORT })).toBe(base)
  })

  test.each(['0', '64001', '-1', '5e3', '5000.5', '0x1000', 'five', '99999999999999999999'])(
    'PORT=%s is rejected, and the error names it',
    (PORT) => {
      expect(() => basePort({ PORT })).toThrow(`PORT must be a whole number from 1 to 64000, not '${PORT}'.`)
    },
  )

  test.each([
    ['6000', 6000],
    ['3990', 4190],
    ['4960', 5061],
  ])('PORT=%s would lead to port %i, which browsers block', (PORT, port) => {
    expect(() => basePort({ PORT })).toThrow(`PORT=${PORT} leads to port ${port}, which browsers block.`)
  })

  test.each([
    ['@console/host', 4000],
    ['@console/remote-users', 4101],
    ['remote-settings', 4104],
    ['remote-activity', 4110],
    ['@console/remote-strange', undefined],
    ['@console/api', undefined],
    ['', undefined],
  ])('%j has port %j', (name, port) => {
    expect(portOfPackage(name, ports())).toBe(port)
  })
})
