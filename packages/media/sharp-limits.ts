import sharp from 'sharp';

// libvips reads many formats, and every enabled format is attack surface. Only these are enabled;
// one thread decodes a file and none stays open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/** sharp, limited to web picture formats. */
export { sharp };
