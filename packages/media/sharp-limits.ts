import sharp from 'sharp';

// Every enabled libvips format is attack surface. One thread decodes a file and none stays open.
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

export { sharp };
