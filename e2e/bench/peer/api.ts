import {
  defaultDataProvider,
  fetchUtils,
  type AuthProvider,
  type DataProvider,
  type GetListParams,
  type RaRecord,
} from 'react-admin'

type Value = string | number | boolean | null
type Row = RaRecord & Record<string, Value>

/** Where a list is, which of its fields is the id, and which are searched. */
const LISTS: Record<string, { path: string; id: string; searched: string[] }> = {
  users: { path: '/api/Users/all-hierarchy', id: 'userId', searched: ['userName', 'countryName'] },
  machines: { path: '/api/Machines', id: 'idMachine', searched: ['machineName', 'userName'] },
  games: { path: '/api/Games', id: 'id', searched: ['name'] },
}

const TOKEN = 'token'
const environment = document.getElementById('environment')!.textContent
const { apiUrl } = JSON.parse(environment) as { apiUrl: string }

const call = (path: string, options: fetchUtils.Options = {}) => {
  const token = `Bearer ${localStorage.getItem(TOKEN)}`
  return fetchUtils.fetchJson(apiUrl + path, { ...options, user: { authenticated: true, token } })
}

/** Read once, as a whole. */
const lists = new Map<string, Promise<Row[]>>()

const readList = async (resource: string): Promise<Row[]> => {
  const { path, id } = LISTS[resource]!
  const rows = (await call(path)).json as Row[]
  return rows.map((row) => ({ ...row, id: row[id]! }))
}

function listOf(resource: string): Promise<Row[]> {
  const reading = lists.get(resource) ?? readList(resource)
  lists.set(resource, reading)
  reading.catch(() => lists.delete(resource))
  return reading
}

const { compare } = new Intl.Collator()

function byField(field: string, order: 'ASC' | 'DESC') {
  const sign = order === 'ASC' ? 1 : -1
  return ({ [field]: one = null }: Row, { [field]: other = null }: Row): number =>
    sign * (typeof one === 'string' ? compare(one, String(other ?? '')) : Number(one) - Number(other))
}

/** Searching, sorting and paging are done here, because the API sends whole lists. */
async function getList(resource: string, { filter, sort, pagination }: GetListParams) {
  const all = await listOf(resource)
  const { searched } = LISTS[resource]!
  const wanted = String(filter?.q ?? '').toLowerCase()
  const found = all.filter((row) =>
    searched.some((field) =>
      String(row[field] ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  )
  if (sort) found.sort(byField(sort.field, sort.order))
  const { page, perPage } = pagination ?? { page: 1, perPage: found.length }
  return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length }
}

export const dataProvider: DataProvider = {
  ...defaultDataProvider,
  getList: getList as DataProvider['getList'],
}

export const authProvider: AuthProvider = {
  login: async ({ username, password }: Record<'username' | 'password', string>) => {
    const body = JSON.stringify({ Username: username, Password: password })
    const { json } = await call('/api/Auth/login', { method: 'POST', body })
    localStorage.setItem(TOKEN, (json as { token: string }).token)
  },
  logout: async () => localStorage.removeItem(TOKEN),
  checkAuth: async () => {
    if (!localStorage.getItem(TOKEN)) throw new Error('Sign in first.')
  },
  checkError: async ({ status }: { status?: number }) => {
    if (status !== 401) return
    localStorage.removeItem(TOKEN)
    throw new Error('The session has ended.')
  },
}
