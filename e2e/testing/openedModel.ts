import fc from 'fast-check'

export type Command =
  | { do: 'row' | 'credit'; at: number }
  | { do: 'credit of panel' | 'j' | 'k' | 'escape' | 'button' | 'back' | 'forward' | 'reload' }
  | { do: 'go' | 'escape and go'; to: 'Machines' | 'Settings' }
  /** Each text occurs in the owner's name, and therefore in all rows. */
  | { do: 'search'; text: '' | 'o' | 'ow' }

interface Address {
  path: string
  search: string
  id: string | null
  action: boolean
}
interface Entry extends Address {
  visit: number
  under: Address | null
}
const same = (one: Address, other: Address): boolean =>
  (['path', 'search', 'id', 'action'] as const).every((key) => one[key] === other[key])

const PATHS = { Machines: '/machines', Settings: '/settings' } as const

/** What a browser and an operator would expect after each command. */
export class Model {
  entries: Entry[]
  at = 0
  visits = 1
  /** The last typed text. Other entries of the same visit adopt it when they are shown. */
  typed: { visit: number; search: string } | null = null
  /** The last search of each path. */
  private lastSearches = new Map<string, string>()
  rows: readonly string[]

  constructor(rows: readonly string[]) {
    this.rows = rows
    this.entries = [{ path: '/machines', search: '', id: null, action: false, visit: 1, under: null }]
  }

  get entry(): Entry {
    return this.entries[this.at]!
  }
  get isOnMachines(): boolean {
    return this.entry.path === '/machines'
  }
  get showsPanel(): boolean {
    const { id, action, under } = this.entry
    return id !== null && (!action || under === null || under.id === id)
  }

  allows(command: Command): boolean {
    const { id, action } = this.entry
    switch (command.do) {
      case 'row':
      case 'credit':
      case 'search':
        return this.isOnMachines && !action
      case 'credit of panel':
      case 'j':
      case 'k':
        return this.showsPanel && !action
      case 'escape':
      case 'button':
        return action || id !== null
      case 'back':
        return this.at > 0
      case 'forward':
        return this.at + 1 < this.entries.length
      case 'reload':
        return true
      case 'go':
        return !action && PATHS[command.to] !== this.entry.path
      case 'escape and go':
        return (action || id !== null) && PATHS[command.to] !== this.entry.path
    }
  }

  private replace(over: Partial<Entry>): void {
    this.entries[this.at] = { ...this.entry, ...over }
  }
  private push(entry: Entry): void {
    this.entries.length = this.at + 1
    this.entries.push(entry)
    this.at += 1
  }
  private open(id: string, action: boolean): void {
    const { under, visit, ...current } = this.entry
    const next = { ...current, id, action }
    if (same(next, current)) return
    if (under && same(under, current)) this.replace(next)
    else this.push({ ...next, visit, under: current })
  }
  private close(): void {
    const { action, under, id } = this.entry
    if (action && this.showsPanel) this.replace({ id, action: false })
    else this.replace({ id: action && under && !under.action ? under.id : null, action: false })
  }
  private go(to: keyof typeof PATHS): void {
    this.visits += 1
    // the navigation restores a screen's last search, but opens nothing
    const address = {
      path: PATHS[to],
      search: this.lastSearches.get(PATHS[to]) ?? '',
      id: null,
      action: false,
    }
    this.push({ ...address, visit: this.visits, under: null })
  }
  private move(by: number): void {
    this.at += by
    if (this.typed?.visit === this.entry.visit) this.replace({ search: this.typed.search })
  }

  run(command: Command): void {
    this.change(command)
    this.lastSearches.set(this.entry.path, this.entry.search)
  }

  private change(command: Command): void {
    const { id } = this.entry
    switch (command.do) {
      case 'row':
        return this.open(this.rows[command.at]!, false)
      case 'credit':
        return this.open(this.rows[command.at]!, true)
      case 'credit of panel':
        return this.open(id!, true)
      case 'j':
      case 'k': {
        const next = this.rows[this.rows.indexOf(id!) + (command.do === 'j' ? 1 : -1)]
        // a screen without the list has no next row
        if (this.isOnMachines && next !== undefined) this.replace({ id: next })
        return
      }
      case 'escape':
      case 'button':
        return this.close()
      case 'back':
        return this.move(-1)
      case 'forward':
        return this.move(1)
      case 'reload':
        this.typed = null
        this.lastSearches.clear()
        return
      case 'go':
        return this.go(command.to)
      case 'escape and go':
        this.close()
        return this.go(command.to)
      case 'search':
        this.typed = { visit: this.entry.visit, search: command.text }
        this.replace({ search: command.text })
    }
  }

  get seen() {
    const { path, search, id, action } = this.entry
    const address = new URLSearchParams({
      ...(action && { do: 'credit' }),
      ...(id !== null && { open: `machine:${id}` }),
      ...(search !== '' && { search }),
    })
    return {
      path,
      address: decodeURIComponent(address.toString()),
      panel: this.showsPanel,
      dialogs: action ? 1 : 0,
      marked: this.isOnMachines && id !== null ? [this.rows.indexOf(id)] : [],
    }
  }
}

const target = fc.constantFrom('Machines' as const, 'Settings' as const)
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constantFrom('row' as const, 'row' as const, 'credit' as const), at: fc.nat(2) }),
  fc.record({
    do: fc.constantFrom(
      ...(['credit of panel', 'j', 'k', 'escape', 'button', 'back', 'back', 'forward', 'reload'] as const),
    ),
  }),
  fc.record({ do: fc.constantFrom('go' as const, 'escape and go' as const), to: target }),
  fc.record({
    do: fc.constant('search' as const),
    text: fc.constantFrom('' as const, 'o' as const, 'ow' as const),
  }),
)
