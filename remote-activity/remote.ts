import { defineRemote } from '@console/shared-kernel/remote'

export const remote = defineRemote({
  name: 'activity',
  screens: [
    {
      path: '/activity',
      module: './Activity',
      file: 'src/app/Activity.tsx',
      title: 'Activity',
      nav: { label: 'Activity', icon: 'activity', order: 55, levels: [1, 2, 3, 4, 5] },
    },
  ],
})
