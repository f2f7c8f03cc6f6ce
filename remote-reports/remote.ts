import { defineRemote } from '@console/shared-kernel/remote'

/** Cash. */
const EXTERNAL =
  'M19 14V6c0-1.1-.9-2-2-2H3c-1.1 0-2 .9-2 2v8c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2m-2 0H3V6h14zm-7-7c-1.66 0-3 1.34-3 3s1.34 3 3 3 3-1.34 3-3-1.34-3-3-3m13 0v11c0 1.1-.9 2-2 2H4v-2h17V7z'

/** Coins. */
const INTERNAL =
  'M15 4c-4.42 0-8 3.58-8 8s3.58 8 8 8 8-3.58 8-8-3.58-8-8-8m0 14c-3.31 0-6-2.69-6-6s2.69-6 6-6 6 2.69 6 6-2.69 6-6 6M3 12c0-2.61 1.67-4.83 4-5.65V4.26C3.55 5.15 1 8.27 1 12s2.55 6.85 6 7.74v-2.09c-2.33-.82-4-3.04-4-5.65'

export const remote = defineRemote({
  name: 'reports',
  screens: [
    {
      path: '/external',
      module: './ExternalData',
      file: 'src/features/reports/ExternalData.tsx',
      title: 'External Data',
      nav: {
        label: 'External',
        icon: EXTERNAL,
        order: 30,
        words: 'reports money cash takings profit in out',
        report: true,
        actions: ['export'],
        views: 'external',
      },
    },
    {
      path: '/internal',
      module: './InternalData',
      file: 'src/features/reports/InternalData.tsx',
      title: 'Internal Data',
      nav: {
        label: 'Internal',
        icon: INTERNAL,
        order: 40,
        words: 'reports money bets wins profit plays',
        report: true,
        actions: ['export'],
        views: 'internal',
      },
    },
  ],
})
