import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { normaliseMachineConfig } from '@console/shared-kernel/contracts'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { formOf, SECTIONS } from '../config/model'
import { MachinesScreen } from '../MachinesScreen'
import { configChange, isValidSection, sectionToWire, withSection } from './configSection'

const config = (over: object) => normaliseMachineConfig({ firmware: 3, ...over })

describe('one section of a configuration', () => {
  const now = config({ pingBrowser: 30, listaJuegos: '[1]', maxApuestaPoker: 7 })
  const form = {
    ...formOf(now),
    pingBrowserSeconds: '45',
    serviceMode: true,
    gameIds: ['1', '2'],
    maxPokerBet: '9',
  }

  it('is applied, and nothing else', () => {
    const after = withSection(now, form, 'General')
    expect([after.pingBrowserSeconds, after.serviceMode, after.gameIds, after.maxPokerBet]).toEqual([
      45,
      true,
      ['1'],
      7,
    ])
    expect(after.raw).toBe(now.raw)
  })

  it.each([
    ['General', 'Service Mode: Off -> On. Ping Browser Interval: 30 s -> 45 s'],
    ['Games', 'Games: added Stars'],
    ['Payment', 'Max Poker Bet: 7 -> 9'],
    ['Security', ''],
  ] as const)('%s: %p', (section, expected) =>
    expect(configChange(now, form, section, [{ id: 2, name: 'Stars' }] as never)).toBe(expected),
  )

  it('every field stands in one section', () => {
    const names = SECTIONS.flatMap((section) => Object.keys(sectionToWire(form, section)))
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBe(Object.keys(formOf(now)).length)
  })

  it.each([
    ['General', { pingGamesSeconds: '4' }, false],
    // of another section
    ['Payment', { pingGamesSeconds: '4' }, true],
    ['Technical', { profitLowerPercent: '60', profitUpperPercent: '50' }, false],
    ['Technical', { profitLowerPercent: '50', profitUpperPercent: '50' }, true],
  ] as const)('%s with %j is valid: %p', (section, over, expected) =>
    expect(isValidSection({ ...form, ...over }, section)).toBe(expected),
  )
})

const server = serverForTests()
const BULK = '/api/Machines/bulk/config'
const MACHINES = ['a', 'b', 'c'].map((id) => ({
  idMachine: id,
  machineName: `Slot ${id}`,
  userName: `owner ${id}`,
  creditVersion: '1',
}))
const configPath = (id: string) => `/api/Machines/${id}/config`
// by its text: roles over a table take their time
const button = (name: string) => screen.findByText(name, { selector: 'button' }, { timeout: 8000 })

async function open(machines: object[] = MACHINES) {
  server().on('/api/Machines', { body: machines })
  server().on('/api/Machines/available-games', { body: [] })
  server().on(configPath('a'), { body: { pingBrowser: 30, version: '1' } })
  server().on(configPath('b'), { body: { pingBrowser: 60, firmware: 2, version: '2' } })
  server().on(configPath('c'), { body: { pingBrowser: 45, version: '3' } })
  const shown = renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines')
  await shown.user.click(await button('Select'))
  await shown.user.click(await button('Select all 3 machines found'))
  await shown.user.click(await button('Configure...'))
  const ping = await screen.findByLabelText('Ping Browser Interval', {}, { timeout: 8000 })
  return {
    ...shown,
    ping,
    dialog: within(screen.getByText('Configure 3 machines').closest<HTMLElement>('[role=dialog]')!),
  }
}

describe('configuring several machines', () => {
  it('begins as the first is, shows what changes, and sends the section alone with the versions', async () => {
    server().on(BULK, {
      body: {
        results: [
          { id: 'a', status: 200 },
          { id: 'b', status: 400, message: 'no' },
        ],
      },
    })
    const { user, ping, dialog } = await open()
    expect(ping).toHaveValue(30)
    expect(await dialog.findByText('2 machines will change. 1 left out: the same already.')).toBeVisible()
    expect(dialog.getByText('Ping Browser Interval: 60 s -> 30 s')).toBeVisible()
    fireEvent.change(ping, { target: { value: '' } })
    expect(await dialog.findByText('Correct what is marked to see what will change.')).toBeVisible()
    expect(dialog.getByText('Apply')).toBeDisabled()
    fireEvent.change(ping, { target: { value: '45' } })
    expect(await dialog.findByText('Ping Browser Interval: 60 s -> 45 s')).toBeVisible()
    expect(dialog.getByText('2 machines will change. 1 left out: the same already.')).toBeVisible()
    await user.click(dialog.getByText('Apply'))
    expect(await screen.findByText('1 done, 1 failed')).toBeVisible()
    expect(JSON.parse(server().writes()[0]!.body)).toEqual({
      config: {
        touchScreen: true,
        showBotonVolumen: true,
        serviceMode: false,
        pingBrowser: 45,
        pingJuegos: 30,
        addSecondsExpireOffline: 120,
      },
      items: [
        { machineId: 'a', version: '1' },
        { machineId: 'b', version: '2' },
      ],
    })
  })

  it('saves each whole configuration on a server without the call', async () => {
    const { user, ping, dialog } = await open(MACHINES.map(({ creditVersion: _, ...machine }) => machine))
    fireEvent.change(ping, { target: { value: '45' } })
    await dialog.findByText('2 machines will change. 1 left out: the same already.')
    for (const id of ['a', 'b']) server().on(configPath(id), { body: {} })
    await user.click(dialog.getByText('Apply'))
    expect(await screen.findByText('2 done')).toBeVisible()
    const sent = server().writes()
    expect(
      sent.map(({ method, body }) => [method, (JSON.parse(body) as { pingBrowser: number }).pingBrowser]),
    ).toEqual([
      ['PUT', 45],
      ['PUT', 45],
    ])
    expect(JSON.parse(sent[1]!.body)).toMatchObject({ firmware: 2 })
    // not over what somebody else has changed since
    expect(sent.map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"'])
    expect(sent[1]!.headers['idempotency-key']).toMatch(/^[\da-f]{32}:b$/)
  })

  it('is not left unasked once something was changed', async () => {
    const { user, ping, dialog } = await open()
    fireEvent.change(ping, { target: { value: '45' } })
    await user.click(dialog.getByText('Cancel'))
    expect(await screen.findByText('Discard changes?')).toBeVisible()
    await user.click(screen.getByText('Discard'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
