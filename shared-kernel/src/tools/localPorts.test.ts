import { describe, expect, test } from '@jest/globals'
import { basePort, pageOrigins, portOfPackage, ports, standalonePort, REMOTES } from './localPorts'

describe('ports', () => {
  test('follow from the base', () => {
    expect(ports()).toEqual({
      host: 4000,
      remotes: { users: 4101, machines: 4102, reports: 4103, settings: 4104, activity: 4110 },
      api: 4200,
      external: 4300,
    })
    expect(ports(5000)).toMatchObject({ host: 5000, remotes: { users: 5101 }, api: 5200, external: 5300 })
  })

  test('of standalone remotes differ from those of a running console', () => {
    expect(REMOTES.map((name) => standalonePort(name))).toEqual([4111, 4112, 4113, 4114, 4115])
  })

  test('of every page belong to an origin that the API allows', () => {
    expect(pageOrigins(5000)).toEqual([
      'http://localhost:5000',
      'http://127.0.0.1:5000',
      'http://localhost:5111',
      'http://localhost:5112',
      'http://localhost:5113',
      'http://localhost:5114',
      'http://localhost:5115',
    ])
  })

  test.each([
    [undefined, 4000],
    ['', 4000],
    ['  ', 4000],
    ['1', 1],
    [' 5000 ', 5000],
    ['64000', 64000],
  ])('PORT=%j is base %i', (PORT, base) => {
    expect(basePort({ PORT })).toBe(base)
  })

  test.each(['0', '64001', '-1', '5e3', '5000.5', '0x1000', 'five', '99999999999999999999'])(
    'PORT=%s is refused and named',
    (PORT) => {
      expect(() => basePort({ PORT })).toThrow(`PORT must be a whole number from 1 to 64000, not '${PORT}'.`)
    },
  )

  test.each([
    ['6000', 6000],
    ['3990', 4190],
    ['4960', 5061],
  ])('PORT=%s causes %i, which browsers refuse', (PORT, port) => {
    expect(() => basePort({ PORT })).toThrow(`PORT=${PORT} leads to port ${port}, which browsers refuse.`)
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
