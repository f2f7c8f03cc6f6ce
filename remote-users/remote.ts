import { defineRemote } from '@console/shared-kernel/remote'

export const remote = defineRemote({
  name: 'users',
  screens: [
    {
      path: '/',
      module: './ManagedUsers',
      file: 'src/app/ManagedUsers.tsx',
      title: 'Managed Users',
      nav: { label: 'Users', icon: 'people', order: 10 },
    },
  ],
})
