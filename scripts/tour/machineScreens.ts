import { button, goTo, rows, type Screen } from './page'

export const MACHINE_SCREENS: Screen[] = [
  {
    name: 'machines',
    title: 'Managed Machines',
    about:
      'Each row has actions: change the credit, configure, block. Select mode changes many machines together.',
    open: async (page) => {
      await goTo(page, '/machines')
      await rows(page).nth(5).waitFor()
    },
  },
  {
    name: 'machine-credit',
    title: 'Update Machine Credit',
    about:
      "The amount becomes the machine's credit; the line below shows the difference. If another operator has changed the credit meanwhile, nothing is saved.",
    open: async (page) => {
      await button(page, /^Update Credit /)
        .first()
        .click()
      await page.getByLabel('Credit Amount').fill('250.00')
    },
  },
  {
    name: 'machine-configuration',
    title: 'Machine Configuration',
    about: 'Switches, timers, games, payment, security and technical values of one machine.',
    open: async (page) => {
      await goTo(page, '/machines')
      await button(page, /^Configure /)
        .first()
        .click()
      await page.getByRole('dialog').getByLabel('Ping Browser Interval').waitFor()
    },
  },
  {
    name: 'machine-details',
    title: 'Details of a machine',
    about: "With links to the machine's owner, reports and activity.",
    open: async (page) => {
      await goTo(page, '/machines')
      await button(page, /^Details /)
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'machine-panel',
    title: 'A machine next to its list',
    about:
      'What is known about it, its last 14 days, its latest changes, and notes, which only those above can read. Users have a panel, too.',
    open: async (page) => {
      await goTo(page, '/machines')
      await rows(page).first().click()
      const note = page.getByRole('paragraph').filter({ hasText: 'Coin slot is worn' })
      const add = button(page, 'Add note')
      await note.or(page.getByText('No notes yet.')).waitFor()
      // the second theme finds the note of the first one
      if ((await note.count()) === 0) {
        await add.click()
        await page.getByRole('textbox', { name: 'Note' }).fill('Coin slot is worn: call before Friday.')
        await button(page, 'Save note').click()
        await note.waitFor()
        // back to the top of the panel
        await page.reload()
      }
      await note.waitFor()
    },
  },
  {
    name: 'find',
    title: 'Find and act',
    about:
      'Ctrl-K finds screens, users, machines, notes and saved views, and starts actions: "credit" and a name open the dialog of that machine.',
    open: async (page) => {
      await goTo(page, '/machines')
      await rows(page).nth(5).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('credit slot')
      await page
        .getByRole('option', { name: /^Update Credit/ })
        .first()
        .waitFor()
      await page.getByText('Notes are still being searched').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'saved-views',
    title: 'Saved views',
    about: 'Filters can be saved under a name, and become tabs above the table, with counts.',
    open: async (page) => {
      await goTo(page, '/machines?blocked=yes')
      await button(page, 'Save view').click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: /\d$/ }).waitFor()
    },
  },
]
