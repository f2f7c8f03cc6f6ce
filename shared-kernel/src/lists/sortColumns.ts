import type { Machine } from '../contracts/machine'
import type { User } from '../contracts/user'
import type { SortColumn } from '../domain/sorting'

export const USER_COLUMNS: Readonly<Record<string, SortColumn<User>>> = {
  userName: { kind: 'name', read: (user) => user.userName },
  level: { kind: 'number', read: (user) => user.level },
  pais: { kind: 'name', read: (user) => user.countryName },
  dateCreation: { kind: 'time', read: (user) => user.createdAt },
  creationDate: { kind: 'time', read: (user) => user.createdAt },
}

/** Any other key sorts by the owner's name. */
export const MACHINE_COLUMNS: Readonly<Record<string, SortColumn<Machine>>> = {
  userName: { kind: 'name', read: ({ userName }) => userName },
  name: { kind: 'name', read: ({ name }) => name },
  credit: { kind: 'number', read: ({ creditCents }) => creditCents },
  serviceMode: { kind: 'number', read: ({ serviceMode }) => Number(serviceMode) },
  profit: { kind: 'number', read: ({ profitCents }) => profitCents },
}
