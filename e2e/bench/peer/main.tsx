import { createRoot } from 'react-dom/client'
import { Admin, Resource } from 'react-admin'
import { authProvider, dataProvider } from './api'
import { GameList, MachineList, UserList } from './lists'

/*
 * What a team would pick instead of the console: the same lists from the same server in react-admin, with its
 * defaults.
 */
createRoot(document.getElementById('root')!).render(
  <Admin authProvider={authProvider} dataProvider={dataProvider} requireAuth disableTelemetry>
    <Resource name="users" list={UserList} />
    <Resource name="machines" list={MachineList} />
    <Resource name="games" list={GameList} />
  </Admin>,
)
