import { defineRemote } from '@console/shared-kernel/remote'

const PEOPLE =
  'M9 13.75c-2.34 0-7 1.17-7 3.5V19h14v-1.75c0-2.33-4.66-3.5-7-3.5M4.34 17c.84-.58 2.87-1.25 4.66-1.25s3.82.67 4.66 1.25zM9 12c1.93 0 3.5-1.57 3.5-3.5S10.93 5 9 5 5.5 6.57 5.5 8.5 7.07 12 9 12m0-5c.83 0 1.5.67 1.5 1.5S9.83 10 9 10s-1.5-.67-1.5-1.5S8.17 7 9 7m7.04 6.81c1.16.84 1.96 1.96 1.96 3.44V19h4v-1.75c0-2.02-3.5-3.17-5.96-3.44M15 12c1.93 0 3.5-1.57 3.5-3.5S16.93 5 15 5c-.54 0-1.04.13-1.5.35.63.89 1 1.98 1 3.15s-.37 2.26-1 3.15c.46.22.96.35 1.5.35'

export const remote = defineRemote({
  name: 'users',
  screens: [
    {
      path: '/',
      module: './ManagedUsers',
      file: 'src/features/users/UsersScreen.tsx',
      title: 'Managed Users',
      nav: {
        label: 'Users',
        icon: PEOPLE,
        order: 10,
        words: 'people accounts players clients distributors operators',
        lists: 'user',
        actions: ['create', 'export'],
        views: 'users',
      },
    },
  ],
  panels: [
    { kind: 'user', module: './UserPanel', file: 'src/features/users/panel/UserPanel.tsx', title: 'User' },
  ],
})
