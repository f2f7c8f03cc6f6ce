import { defineRemote } from '@console/shared-kernel/remote'

export const remote = defineRemote({
  name: 'settings',
  screens: [
    {
      path: '/settings',
      module: './SettingsHome',
      file: 'src/app/SettingsHome.tsx',
      title: 'Settings',
      nav: { label: 'Settings', icon: 'settings', order: 50 },
    },
  ],
})
