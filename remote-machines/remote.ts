import { defineRemote } from '@console/shared-kernel/remote'

const MACHINES =
  'M19 3H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 16H5V5h14zM6 16.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M6 7.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M10.5 12a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M15 16.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M15 7.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0'

export const remote = defineRemote({
  name: 'machines',
  screens: [
    {
      path: '/machines',
      module: './ManagedMachines',
      file: 'src/app/ManagedMachines.tsx',
      title: 'Managed Machines',
      nav: { label: 'Machines', icon: MACHINES, order: 20 },
    },
  ],
  panels: [{ kind: 'machine', module: './MachinePanel', file: 'src/app/MachinePanel.tsx', title: 'Machine' }],
})
