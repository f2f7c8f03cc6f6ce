import { describe, expect, jest, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../../testing/reports'
import { externalData, internalData } from '../definitions'

const { server, show, asked, button, field, FIELDS, HIERARCHY, waitForLists, results } = reportScreens()

const valueOf = (name: string) => screen.getByLabelText(name, { exact: true })
const typeDay = (name: string, value: string) => {
  fireEvent.focus(valueOf(name))
  fireEvent.change(valueOf(name), { target: { value } })
  fireEvent.blur(valueOf(name))
}

describe('the filters of a report', () => {
  test('[STATE-30] [EXTERNAL-4] [EXTERNAL-10] load once, with every dropdown disabled and showing a spinner, and start with today from midnight to now, zero-padded', async () => {
    const { after, answer: release } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: HIERARCHY, after })
    show()
    for (const name of FIELDS) {
      expect(field(name)).toBeDisabled()
      expect(screen.getByRole('progressbar', { name: `Loading ${name}` })).toBeVisible()
    }
    for (const heading of ['User Filters', 'Query Settings']) expect(screen.getByText(heading)).toBeVisible()
    release()
    await waitForLists()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy', '/api/Machines'])
    expect(results()).not.toBeInTheDocument()
    expect(valueOf('From Date')).toHaveValue('21-11-2026')
    expect(valueOf('To Date')).toHaveValue('21-11-2026')
    const times = ['From hour', 'From minute', 'To hour', 'To minute'].map((name) => field(name).textContent)
    expect(times).toEqual(['00', '00', '14', '05'])
    expect(field('Query Type')).toHaveTextContent('Total')
  })

  test('[EXTERNAL-6] [EXTERNAL-7] [EXTERNAL-9] explain the selected query type', async () => {
    const { user } = show()
    await waitForLists()
    for (const { name, help } of externalData.queryTypes) {
      await user.click(field('Query Type'))
      await user.click(screen.getByRole('option', { name }))
      expect(field('Query Type')).toHaveTextContent(name)
      expect(screen.getByText(help)).toBeVisible()
    }
  })

  test('[INTERNAL-2] [INTERNAL-3] offer all query types with their texts on Internal Data, with only Total enabled', async () => {
    const { user } = show('/internal')
    await waitForLists()
    expect(field('Query Type')).toHaveTextContent('Total')
    await user.click(field('Query Type'))
    const options = screen.getAllByRole('option')
    const ariaAttributes = ['aria-disabled', 'aria-description'] as const
    expect(
      options.map((option) => [
        option.textContent,
        ...ariaAttributes.map((name) => option.getAttribute(name)),
      ]),
    ).toEqual(
      internalData.queryTypes.map(({ name, help, kind }) => [
        name,
        kind === 'disabled' ? 'true' : null,
        help,
      ]),
    )
  })

  test('[STATE-20] [STATE-29] [EXTERNAL-5] fill the levels above a selection, and disable the levels below a parent without children', async () => {
    const { user } = show()
    await waitForLists()
    await user.click(field('Client/Player'))
    const options = within(screen.getByRole('listbox')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['All Clients/Players', 'client', 'player'])
    expect(options.map((option) => option.classList.contains('tinted'))).toEqual([false, false, true])
    await user.click(options[1]!)
    expect(FIELDS.map((name) => field(name).value)).toEqual([
      'sub',
      'dis',
      'subdis',
      'client',
      'Machine: Slot 1',
    ])
    await user.click(field('Sub-Administrator'))
    await user.click(screen.getByRole('option', { name: 'lonely' }))
    expect(FIELDS.map((name) => field(name).disabled)).toEqual([false, true, true, true, true])
  })

  test('[VALID-21] [CONST-21] [EXTERNAL-10] with from after to, or a day outside the limits, show an error and disable Search', async () => {
    const { user } = show()
    await waitForLists()
    typeDay('From Date', '')
    expect(button('Search')).toBeDisabled()
    typeDay('From Date', '22112026')
    expect(valueOf('From Date')).toHaveValue('22-11-2026')
    expect(screen.getByRole('alert')).toHaveTextContent('From must be before To')
    expect(button('Search')).toBeDisabled()
    await user.click(button('Yesterday'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(valueOf('From Date')).toHaveValue('20-11-2026')
    expect(await screen.findByRole('button', { name: 'Search' })).toBeEnabled()
    for (const text of ['31-12-1899', '01-01-2100', '31-02-2026', 'x']) {
      typeDay('To Date', text)
      expect(screen.getByText('Type a day as dd-MM-yyyy, from 01-01-1900 to 31-12-2099')).toBeVisible()
      expect(button('Search')).toBeDisabled()
    }
    typeDay('To Date', '31-12-2099')
    expect(button('Search')).toBeEnabled()
  })

  test('end at the end of a past day or at the current time today, and keep a chosen To time', async () => {
    const { user } = show()
    await waitForLists()
    const toTime = () => ['To hour', 'To minute'].map((name) => field(name).textContent).join(':')
    typeDay('To Date', '20-11-2026')
    typeDay('From Date', '20-11-2026')
    expect(toTime()).toBe('23:59')
    await waitFor(() => expect(location.search).toBe('?dateFrom=2026-11-20&dateTo=2026-11-20'))
    jest.setSystemTime(new Date('2026-11-21T13:35:10Z'))
    typeDay('To Date', '21-11-2026')
    expect(toTime()).toBe('14:35')
    await user.click(button('Yesterday'))
    typeDay('To Date', '21-11-2026')
    expect(toTime()).toBe('14:35')
    await user.click(field('To hour'))
    await user.click(screen.getByRole('option', { name: '10' }))
    typeDay('To Date', '20-11-2026')
    expect(toTime()).toBe('10:35')
    typeDay('To Date', '21-11-2026')
    expect(toTime()).toBe('10:35')
  })

  test('accept a From time that was still in the future when the screen was opened', async () => {
    const { user } = show()
    await waitForLists()
    jest.setSystemTime(new Date('2026-11-21T15:10:00Z'))
    await user.click(field('From hour'))
    await user.click(screen.getByRole('option', { name: '16' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(field('To hour')).toHaveTextContent('16')
    expect(field('To minute')).toHaveTextContent('10')
  })

  describe('an invalid value in the address', () => {
    const WRONG_DAY = 'Type a day as dd-MM-yyyy, from 01-01-1900 to 31-12-2099'
    const helpOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby')!)

    test.each([
      ['subAdmin=30&client=6', 'Client/Player', '6', 'Choose one from the list, or All Clients/Players'],
      ['client=7&machine=m9', 'Machine', 'm9', 'Choose one from the list, or All Machines'],
    ])('%s: %s keeps it, and another choice corrects it', async (query, name, text, help) => {
      const { user } = show(`/external?${query}`)
      expect(await screen.findByText(help)).toBe(helpOf(field(name)))
      await waitFor(() => expect(field(name)).toBeEnabled())
      expect(field(name)).toHaveValue(text)
      expect(button('Search')).toBeDisabled()
      expect(location.search).toBe(`?${query}`)
      await user.clear(field(name))
      expect(helpOf(field(name))).toBeNull()
      expect(button('Search')).toBeEnabled()
    })

    test('in the days, times or query type is kept until corrected, and blocks the search until all are', async () => {
      const { user } = show(
        '/external?dateFrom=2026-02-31&dateTo=&timeFrom=24:00&timeTo=23:59:59&queryType=Everything',
      )
      await waitForLists()
      for (const [name, text] of [
        ['From Date', '2026-02-31'],
        ['To Date', ''],
      ] as const) {
        expect(valueOf(name)).toHaveValue(text)
        expect(helpOf(valueOf(name))).toHaveTextContent(WRONG_DAY)
        typeDay(name, '21-11-2026')
        expect(valueOf(name)).toHaveValue('21-11-2026')
        expect(button('Search')).toBeDisabled()
      }
      for (const [name, text, help, choice] of [
        ['From hour', '24', 'Choose one from 00 to 23', '23'],
        ['To minute', '59:59', 'Choose one from 00 to 59', '59'],
        ['Query Type', 'Everything', 'Choose a query type from the list', 'POS'],
      ] as const) {
        expect(field(name)).toHaveTextContent(text)
        expect(screen.getByText(help)).toBeVisible()
        expect(button('Search')).toBeDisabled()
        await user.click(field(name))
        await user.click(screen.getByRole('option', { name: choice }))
        expect(screen.queryByText(help)).not.toBeInTheDocument()
      }
      expect(button('Search')).toBeEnabled()
    })

    test('stays while another one is corrected, so the report is never wider than requested', async () => {
      const { user } = show('/external?distributor=abc&client=xyz')
      await waitForLists()
      await user.clear(field('Client/Player'))
      expect(field('Distributor')).toHaveValue('abc')
      expect(button('Search')).toBeDisabled()
      await user.clear(field('Distributor'))
      expect(button('Search')).toBeEnabled()
    })

    test('is not searched for, and stays while another filter changes', async () => {
      const { user } = show('/external?run=1&client=abc&dateFrom=x')
      await waitForLists()
      await user.click(button('Yesterday'))
      expect(valueOf('From Date')).toHaveValue('20-11-2026')
      expect(button('Search')).toBeDisabled()
      await waitFor(() => expect(location.search).toBe('?client=abc&range=yesterday'))
      expect(results()).not.toBeInTheDocument()
      expect(asked()).toEqual([])
    })
  })

  test('[ERROR-32] without a hierarchy have empty lists, show a toast, and can be loaded again', async () => {
    server().on('/api/Users/all-hierarchy', { status: 403, body: { message: 'Hoy no.' } })
    const { user } = show()
    expect(await screen.findByText('Error al cargar datos de jerarquía')).toBeVisible()
    await waitForLists()
    // the message with the reason stays after the toast has closed
    expect(screen.getByText('No se pudieron cargar los usuarios y las máquinas. Hoy no.')).toBeVisible()
    for (const name of FIELDS) {
      await user.click(field(name))
      expect(screen.getAllByRole('option')).toHaveLength(1)
      await user.keyboard('{Escape}')
    }
    server().on('/api/Users/all-hierarchy', { body: HIERARCHY })
    await user.click(button('Reintentar'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument())
    await waitForLists()
    await user.click(field('Sub-Administrator'))
    expect(screen.getAllByRole('option')).toHaveLength(3)
  })

  test.each([
    [3, ['Distributor', 'Sub-Distributor', 'Client/Player', 'Machine']],
    [4, ['Sub-Distributor', 'Client/Player', 'Machine']],
    [7, ['Machine']],
  ])('for a user of level %i are those of the levels below', async (level, names) => {
    show('/external', aUser({ level: level as 3 }))
    await waitFor(() => expect(field('Machine')).toBeEnabled())
    const shown = FIELDS.filter((name) => screen.queryByRole('combobox', { name }))
    expect(shown).toEqual(names)
  })

  test('[ERROR-32] without machines keep the machine in the address and search for it, with one empty list and no message', async () => {
    server().on('/api/Machines', { status: 403 })
    const { user } = show('/external?run=1&machine=m1&queryType=Detail')
    await screen.findByRole('table', { name: 'Detail' })
    expect(field('Machine')).toHaveValue('m1')
    expect(server().paths().at(-1)).toContain('machineId=m1')
    await waitForLists()
    await user.click(field('Machine'))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['All Machines'])
    await user.keyboard('{Escape}')
    await user.click(field('Distributor'))
    expect(screen.getAllByRole('option')).toHaveLength(2)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
