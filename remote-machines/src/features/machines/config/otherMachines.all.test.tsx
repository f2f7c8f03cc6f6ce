import { beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { machineConfigToWire, normaliseMachineConfig } from '@console/shared-kernel/contracts'
import { mockLayout, offerFeatures } from '@console/shared-kernel/testing/page'
import { configForTests } from '../../../../testing/machines'

const { server, show, sent, CONFIG, field, save, tab } = configForTests()

const OTHER = { idMachine: 'other', machineName: 'Slot 2', userName: 'cleo', creditVersion: '1' }
const COMMON = {
  machines: 9,
  fields: {
    pingBrowser: { value: 60, machines: 8 },
    premioMaximoSlot: { value: 500, machines: 5 },
    touchScreen: { value: true, machines: 9 },
    listaJuegos: { value: '[10, 3]', machines: 7 },
    firmware: { value: 3, machines: 9 },
  },
}
const config = { pingBrowser: 30, premioMaximoSlot: 0, listaJuegos: '[3,12]' }

function open(common: object = COMMON) {
  server().on(`${CONFIG}/common`, { body: common })
  return show(config)
}

/** Every machine has the same values as the form. */
function same() {
  const values = Object.entries(machineConfigToWire(normaliseMachineConfig(config)))
  return Object.fromEntries(values.map(([name, value]) => [name, { value, machines: 9 }]))
}

const asked = () =>
  server()
    .paths()
    .filter((path) => path.endsWith('/common'))

describe("what is different from the owner's other machines", () => {
  beforeEach(() => offerFeatures({ commonConfig: {} }))

  test('is listed, opened from the list, marked with the most common value, and removed once it matches', async () => {
    const { user } = open()
    const sentence = await screen.findByText(/^Differs from its owner's other machines in/)
    expect(sentence).toHaveTextContent(
      "Differs from its owner's other machines in 3 fields: Ping Browser Interval, Max Slot Prize, Games",
    )
    await user.click(within(sentence).getByRole('button', { name: 'Max Slot Prize' }))
    expect(await tab('Payment')).toHaveAttribute('aria-selected', 'true')
    const prize = await field('Max Slot Prize')
    await waitFor(() => expect(prize).toHaveFocus())
    expect(prize).toHaveAccessibleDescription('0 = no limit. 0 by default. 5 of 9 other machines: 500')
    await user.clear(prize)
    await user.type(prize, '500')
    expect(prize).toHaveAccessibleDescription('0 = no limit. 0 by default. Changed: it was 0')
    expect(sentence).toHaveTextContent('in 2 fields: Ping Browser Interval, Games')
    await user.click(within(sentence).getByRole('button', { name: 'Games' }))
    expect(await screen.findByText('7 of 9 other machines: with Bingo 90, without Hold em')).toBeVisible()
  })

  test('is not shown for fields without a most common value among the other machines', async () => {
    const { pingBrowser: _, touchScreen: __, ...fields } = same()
    open({ ...COMMON, fields })
    expect(
      await screen.findByText(
        "Has the most common values of its owner's other machines (9), which have none in 2 fields",
      ),
    ).toBeVisible()
    expect(screen.queryByText(/^Does not differ/)).not.toBeInTheDocument()
  })

  test('is empty if all machines are the same, if there are no others, or if the call fails', async () => {
    const first = open({ ...COMMON, fields: same() })
    expect(await screen.findByText("Does not differ from its owner's other machines (9)")).toBeVisible()
    first.unmount()
    const second = open({ machines: 0, fields: {} })
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(await tab('General')).toBeVisible()
    expect(screen.queryByText(/owner's other machines/)).not.toBeInTheDocument()
    second.unmount()
    server().on(`${CONFIG}/common`, { status: 403, body: { message: 'no' } })
    show(config)
    expect(await tab('General')).toBeVisible()
    await waitFor(() => expect(asked()).toHaveLength(3))
    expect(screen.queryByText(/owner's other machines/)).not.toBeInTheDocument()
  })
})

test('a server without the call gets no request, and nothing is shown', async () => {
  open()
  expect(await tab('General')).toBeVisible()
  expect(asked()).toEqual([])
  expect(screen.queryByText(/owner's other machines/)).not.toBeInTheDocument()
})

test("another machine's values fill the form as unsaved changes, which are marked and sent only by Save", async () => {
  mockLayout()
  server().on('/api/Machines', { body: [OTHER] })
  server().on('/api/Machines/other/config', {
    body: { pingBrowser: 45, serviceMode: true, firmware: 7, version: '9' },
  })
  const { user, onClose } = show({ ...config, firmware: 1, version: '4' })
  await user.click(await screen.findByRole('button', { name: 'Copy from machine...' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy configuration to Slot 1' })
  expect(within(dialog).getByRole('button', { name: 'Copy' })).toBeDisabled()
  await user.click(within(dialog).getByRole('combobox', { name: 'Copy from machine' }))
  await user.click(await screen.findByRole('option', { name: /^cleo · Slot 2/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied from cleo Slot 2. Not saved yet.')).toBeVisible()
  expect(await field('Ping Browser Interval')).toHaveValue('45')
  expect(await field('Ping Browser Interval')).toHaveAccessibleDescription(
    'At least 5 s, 30 s by default. Changed: it was 30 s',
  )
  for (const name of ['General', 'Games', 'Payment', 'Security', 'Technical'])
    expect((await tab(name)).matches('[aria-describedby]')).toBe(name === 'General' || name === 'Games')
  expect(server().writes()).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await user.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(server().writes()).toHaveLength(1)
  expect(server().writes()[0]!.headers).toMatchObject({ 'if-match': '"4"' })
  // neither the other machine's state nor its unknown fields are copied
  expect(sent()).toMatchObject({ pingBrowser: 45, serviceMode: false, listaJuegos: '[]', firmware: 1 })
})
