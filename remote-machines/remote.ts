import { defineRemote } from '@console/shared-kernel/remote'

/** A cabinet: screen, buttons, base. */
const MACHINES =
  'M7 2h10a2 2 0 0 1 2 2v16h1v2H4v-2h1V4a2 2 0 0 1 2-2m0 2v8h10V4zM7 14v6h10v-6zM9 16h2v2H9zM13 16h2v2h-2z'

export const remote = defineRemote({
  name: 'machines',
  screens: [
    {
      path: '/machines',
      module: './ManagedMachines',
      file: 'src/features/machines/MachinesScreen.tsx',
      title: 'Managed Machines',
      nav: {
        label: 'Machines',
        icon: MACHINES,
        order: 20,
        words: 'slots cabinets terminals',
        lists: 'machine',
        actions: ['export'],
        views: 'machines',
      },
    },
  ],
  panels: [
    {
      kind: 'machine',
      module: './MachinePanel',
      file: 'src/features/machines/panel/MachinePanel.tsx',
      title: 'Machine',
    },
  ],
})
