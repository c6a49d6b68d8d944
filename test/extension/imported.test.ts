import { describe, expect, it } from '@jest/globals';
import { CalendarExtension, CustomFields, EVENT, IntegerField, TAG, TextField } from 'calendar-events-service';
import { createTestCalendar } from 'calendar-events-service/testing';

@CustomFields(EVENT)
class SeatFields {
  @IntegerField({ description: 'page' })
  seats?: number | null;
}

@CalendarExtension({ name: 'seats', customFields: [SeatFields] })
class SeatsModule {}

@CalendarExtension({ name: 'halls', imports: [SeatsModule] })
class HallsModule {}

@CalendarExtension({ name: 'stages', imports: [SeatsModule] })
class StagesModule {}

describe('Extension imported by two other extensions', () => {
  it('is loaded once', async () => {
    const calendar = await createTestCalendar({ extensions: [HallsModule, StagesModule] });
    const token = await calendar.createToken('editor');
    const json = { title: 'Seated', start_date: '2030-01-01', end_date: '2030-01-01', custom_fields: { seats: '5' } };
    const { status, body } = await calendar.request('POST', 'events', { token, json });
    await calendar.close();
    expect([status, body['custom_fields']]).toEqual([201, { seats: 5 }]);
  });
});

describe('Required custom field of terms', () => {
  it('stops the start, because events create terms by name alone', async () => {
    @CustomFields(TAG)
    class Colours {
      @TextField({ required: true, description: 'page' })
      colour!: string;
    }
    @CalendarExtension({ name: 'colours', customFields: [Colours] })
    class ColoursModule {}
    await expect(createTestCalendar({ extensions: [ColoursModule] })).rejects.toThrow(
      'Colours requires colour of tags, which events can create by name alone. Make it optional.',
    );
  });
});
