import sharp from 'sharp';

// libvips can read much more than pictures for pages, and what it can read a hostile file can reach. Of this process,
// these are the formats; one file is decoded by one thread, and none is kept open.
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

/** sharp, which reads nothing but the formats of pictures on pages. */
export { sharp };
