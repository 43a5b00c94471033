import { defineMessages } from '../../lib/messages.ts';

/** By the field names of the API. */
export const cameraMessages = defineMessages('camera', {
  make: 'Manufacturer',
  model: 'Camera',
  lens: 'Lens',
  software: 'Software',
  orientation: 'Orientation',
  taken_at: 'Date taken',
  artist: 'Artist',
  exposure_time: 'Exposure time',
  aperture: 'Aperture',
  iso: 'ISO',
  focal_length: 'Focal length',
  description: 'Description in file',
  copyright: 'Copyright',
  latitude: 'Latitude',
  longitude: 'Longitude',
  altitude: 'Altitude',
});
