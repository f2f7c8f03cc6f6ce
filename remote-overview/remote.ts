import { defineRemote } from '@console/shared-kernel/remote'

const DASHBOARD = 'M3 13h8V3H3zm0 8h8v-6H3zm10 0h8V11h-8zm0-18v6h8V3z'

export const remote = defineRemote({
  name: 'overview',
  screens: [
    {
      path: '/overview',
      module: './Overview',
      file: 'src/features/overview/OverviewScreen.tsx',
      title: 'Overview',
      nav: {
        label: 'Overview',
        icon: DASHBOARD,
        order: 60,
        words: 'dashboard home attention alarms problems',
        levels: [1, 2, 3, 4, 5],
        feature: 'overview',
      },
    },
  ],
})
