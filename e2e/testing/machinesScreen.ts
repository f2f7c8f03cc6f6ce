import type { Locator, Page } from '@playwright/test'
import { call, listOf, masterToken, type WireUser } from './api'
import { createBranch, createPerson } from './people'
import { PASSWORD } from './test'

/** The fields of a machine that tests read. */
export interface WireMachine {
  idMachine: string
  machineName: string
  userName: string
  credit: number
  creditVersion: string
  block: boolean
  blockedUntil: string | null
  serviceMode: boolean
  status: string
}

export const listMachines = (): Promise<WireMachine[]> => listOf('/api/Machines')

let distributor: Promise<WireUser | undefined> | null = null

/** A test's own machine: that of a new Client under a new Sub-Distributor. */
export interface OwnMachine extends WireMachine {
  /** The name in its row. */
  row: string
  /** Manages this machine and sees no other. */
  manager: WireUser
  owner: WireUser
}

/** @param credit in dollars */
export async function createMachine(credit = 0, more = 0): Promise<OwnMachine> {
  distributor ??= createBranch(4).then((branch) => branch.at(-1))
  const manager = await createPerson('manager', await distributor)
  const owner = await createPerson('owner', manager)
  for (let made = 0; made < more; made += 1)
    await call('POST', `/api/machines/auto-create/${owner.userId}`, await masterToken())
  const machine = (await listMachines()).find(({ userName }) => userName === owner.userName)
  if (!machine) throw new Error(`${owner.userName} has no machine.`)
  if (credit !== 0) await setCredit(machine, credit)
  return {
    ...machine,
    ...(await machineNow(machine)),
    row: `${machine.userName} ${machine.machineName}`,
    manager,
    owner,
  }
}

let made = 0
/** Adds Clients with a machine each, as another user: the first two sort above all others, the last below. */
export async function addMachines({ manager }: OwnMachine): Promise<void> {
  for (const name of ['e2e a', 'e2e b', 'e2e z']) {
    const userName = `${name} ${Date.now()} ${(made += 1)}`
    const body = { userName, password: PASSWORD, levelU: 6, userIdcriador: manager.userId }
    const answer = await call('POST', '/api/Users', await masterToken(), body)
    if (answer.status !== 201) throw new Error(`${userName}: ${answer.status} ${await answer.text()}`)
  }
}

/** Sets the credit through the API, as another operator would. */
export const setCredit = async ({ idMachine }: Pick<WireMachine, 'idMachine'>, amount: number) =>
  call('PUT', `/api/Machines/${idMachine}/credit`, await masterToken(), { amount })

export async function machineNow({ idMachine }: Pick<WireMachine, 'idMachine'>): Promise<WireMachine> {
  const machine = (await listMachines()).find((each) => each.idMachine === idMachine)
  if (!machine) throw new Error(`There is no machine ${idMachine}.`)
  return machine
}

export async function configOf({ idMachine }: WireMachine): Promise<Record<string, unknown>> {
  const response = await call('GET', `/api/Machines/${idMachine}/config`, await masterToken())
  return (await response.json()) as Record<string, unknown>
}

export const machinesTable = (page: Page): Locator => page.getByRole('table', { name: 'Managed Machines' })
export const machineRows = (page: Page): Locator => machinesTable(page).locator('tbody tr.data')
export const machineAction = (page: Page, label: string, { row }: OwnMachine): Locator =>
  machinesTable(page).getByRole('button', { name: `${label} ${row}`, exact: true })

export const machineCredit = (page: Page, { machineName }: WireMachine): Locator =>
  page.getByRole('dialog', { name: `Update Machine Credit: ${machineName}`, exact: true })

/** Opens the screen as the user who manages this machine only. */
export async function openMachines(
  signIn: (account: string, at?: string, path?: string) => Promise<void>,
  { manager }: OwnMachine,
  at = '',
): Promise<void> {
  await signIn(manager.userName, at, '/machines')
}

/** Opens a machine's credit dialog. @returns the dialog, its field and its Save button */
export async function openCredit(page: Page, machine: OwnMachine) {
  await machineAction(page, 'Update Credit', machine).click()
  const dialog = machineCredit(page, machine)
  return {
    dialog,
    field: dialog.getByLabel('Credit Amount'),
    save: dialog.getByRole('button', { name: 'Save' }),
  }
}
