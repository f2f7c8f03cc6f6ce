import { defineRemote } from '@console/shared-kernel/remote'

const ACTIVITY =
  'M13 3c-4.97 0-9 4.03-9 9H1l3.89 3.89.07.14L9 12H6c0-3.87 3.13-7 7-7s7 3.13 7 7-3.13 7-7 7c-1.93 0-3.68-.79-4.94-2.06l-1.42 1.42C8.27 19.99 10.51 21 13 21c4.97 0 9-4.03 9-9s-4.03-9-9-9m-1 5v5l4.25 2.52.77-1.28-3.52-2.09V8z'

export const remote = defineRemote({
  name: 'activity',
  screens: [
    {
      path: '/activity',
      module: './Activity',
      file: 'src/features/activity/ActivityScreen.tsx',
      title: 'Activity',
      nav: {
        label: 'Activity',
        icon: ACTIVITY,
        order: 55,
        words: 'log history audit changes shift',
        levels: [1, 2, 3, 4, 5],
        actions: ['export'],
        views: 'activity',
      },
    },
  ],
})
