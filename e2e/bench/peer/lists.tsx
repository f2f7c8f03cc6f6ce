import { DataTable, List, SearchInput } from 'react-admin'

/** Fills a screen, like the console's first rows. */
const ROWS = 25
const search = [<SearchInput key="q" source="q" alwaysOn />]

export const UserList = () => (
  <List filters={search} sort={{ field: 'level', order: 'ASC' }} perPage={ROWS}>
    <DataTable>
      <DataTable.Col source="userName" label="Username" />
      <DataTable.NumberCol source="level" />
      <DataTable.Col source="countryName" label="Country" />
      <DataTable.Col
        source="isBlocked"
        label="Status"
        render={({ isBlocked }) => (isBlocked ? 'Bloqueado' : 'Activo')}
      />
    </DataTable>
  </List>
)

export const MachineList = () => (
  <List filters={search} sort={{ field: 'machineName', order: 'ASC' }} perPage={ROWS}>
    <DataTable>
      <DataTable.Col source="machineName" label="Machine" />
      <DataTable.Col source="userName" label="Client Name" />
      <DataTable.NumberCol source="credit" />
      <DataTable.NumberCol source="profit" />
      <DataTable.Col source="location" />
      <DataTable.Col source="lastConnection" />
    </DataTable>
  </List>
)

export const GameList = () => (
  <List filters={search} sort={{ field: 'name', order: 'ASC' }} perPage={ROWS}>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="type" />
    </DataTable>
  </List>
)
